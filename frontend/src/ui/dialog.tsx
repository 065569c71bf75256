/** Dialogs, as components: a page renders one while it is open. */
import type { ComponentChildren, TargetedMouseEvent, VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './components'
import { useSay } from './view'

interface DialogProps {
  readonly title: string
  readonly class?: string
  /** Called when it is to go: renders the page without it. */
  close(): void
  readonly children: ComponentChildren
}

/**
 * A modal dialog. Escape or a click outside closes it, and the focus returns to where it was. The first control has
 * the focus, or the one with `autofocus`.
 */
export function Dialog({ title, close, children, ...props }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close() // only an open dialog gives the focus back
  }, [])
  const clicked = (event: TargetedMouseEvent<HTMLDialogElement>): void => {
    if (event.target === event.currentTarget && isOutside(event.currentTarget, event)) close()
  }
  return (
    <dialog
      class={`dialog ${props.class ?? ''}`}
      aria-labelledby="dialog-title"
      ref={dialog}
      onClick={clicked}
      onClose={({ currentTarget }) => currentTarget.isConnected && close()}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  )
}

function isOutside(dialog: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
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
  const confirm = (): void => {
    close()
    act()
  }
  return (
    <Dialog title={question} close={close}>
      <div class="row">
        <Button class="button" onClick={close}>{say('cancel')}</Button>
        <Button class="button main-button" onClick={confirm}>{yes}</Button>
      </div>
    </Dialog>
  )
}
