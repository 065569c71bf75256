/** Modal dialogs: a page renders one while it is open. */
import { createContext } from 'preact'
import type { ComponentChildren, TargetedEvent, TargetedMouseEvent, VNode } from 'preact'
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './components'
import { useSay } from './view'

interface DialogProps {
  readonly title: string
  readonly class?: string
  /** Whether the dialog itself has the focus at first; else the first control has it, or the one with `autofocus`. */
  readonly autofocus?: boolean
  /** Called when it is to go, also by Escape or a click outside: renders the page without it. */
  close(): void
  readonly children: ComponentChildren
}

/** Closes the dialog around a component. */
const Closing = createContext<() => void>(() => undefined)

/**
 * A modal dialog. When it goes, the focus returns to where it was, and the page already knows that it has gone: the
 * browser's own `close` event comes later, and would take a dialog away that a quick key has opened meanwhile.
 */
export function Dialog({ title, autofocus = false, close, children, ...props }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close() // only an open dialog gives the focus back
  }, [])
  const clicked = (event: TargetedMouseEvent<HTMLDialogElement>): void => {
    if (event.target === event.currentTarget && isOutside(event)) close()
  }
  const cancelled = ({ target, currentTarget }: TargetedEvent<HTMLDialogElement>): void => {
    if (target === currentTarget) close() // choosing a file can be cancelled, too
  }
  return (
    <dialog
      class={`dialog ${props.class ?? ''}`}
      aria-labelledby={id}
      autofocus={autofocus}
      ref={dialog}
      onClick={clicked}
      onCancel={cancelled}
      onClose={({ currentTarget }) => currentTarget.isConnected && close()}
    >
      <h2 id={id}>{title}</h2>
      <Closing.Provider value={close}>{children}</Closing.Provider>
    </dialog>
  )
}

function isOutside({ currentTarget, clientX, clientY }: TargetedMouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

interface ConfirmButtonProps {
  readonly text: string
  readonly autofocus?: boolean
  act(): void
}

/** The main button of a dialog: closes the dialog, and then acts. */
export function ConfirmButton({ text, act, ...props }: ConfirmButtonProps): VNode {
  const close = useContext(Closing)
  const confirm = ({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): void => {
    currentTarget.closest('dialog')?.close() // at once: what follows may move the focus
    close()
    act()
  }
  return <Button class="button main-button" {...props} onClick={confirm}>{text}</Button>
}

interface ConfirmationProps {
  readonly question: string
  /** What the button says that does it. */
  readonly yes: string
  act(): void
  close(): void
}

/** Asks before something is done. */
export function Confirmation({ question, yes, act, close }: ConfirmationProps): VNode {
  const say = useSay('common')
  return (
    <Dialog title={question} close={close}>
      <div class="row">
        <Button class="button" onClick={close}>{say('cancel')}</Button>
        <ConfirmButton text={yes} act={act} />
      </div>
    </Dialog>
  )
}
