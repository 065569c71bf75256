/**
 * Modal dialogs. A page shows one by rendering it, and no longer does once it was closed:
 *
 *     {isAsking.value && (
 *       <Confirmation question={...} yes={...} act={() => game.resign()} closed={() => (isAsking.value = false)} />
 *     )}
 */
import type { ComponentChildren, RefObject, TargetedMouseEvent, VNode } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './components'
import { useSay } from './view'

interface DialogProps {
  readonly title: string
  readonly class?: string
  /** What gets the focus; the first control without it. */
  readonly first?: RefObject<HTMLElement | null>
  /** Called when the dialog is no longer open; the focus has returned to where it was. */
  closed(): void
  /** What it shows; `close` closes it, as do Escape and a click outside. */
  children(close: () => void): ComponentChildren
}

export function Dialog({ title, class: name = '', first, closed, children }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    dialog.current?.showModal()
    first?.current?.focus()
  }, [])
  const close = (): void => dialog.current?.close()
  const click = (event: TargetedMouseEvent<HTMLDialogElement>): void => {
    if (event.target === dialog.current && isOutside(event)) close()
  }
  return (
    <dialog class={`dialog ${name}`.trim()} aria-labelledby={id} ref={dialog} onClose={closed} onClick={click}>
      <h2 id={id}>{title}</h2>
      {children(close)}
    </dialog>
  )
}

function isOutside({ currentTarget, clientX, clientY }: TargetedMouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

interface ConfirmationProps {
  readonly question: string
  /** The text of the button that confirms. */
  readonly yes: string
  act(): void
  closed(): void
}

/** Asks for confirmation. */
export function Confirmation({ question, yes, act, closed }: ConfirmationProps): VNode {
  const say = useSay('shell')
  const no = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={question} first={no} closed={closed}>
      {(close) => (
        <div class="row">
          <Button class="button" onClick={close} ref={no}>{say('cancel')}</Button>
          <Button
            class="button main-button"
            onClick={() => {
              close()
              act()
            }}
          >
            {yes}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
