/** Parts of a page that are loaded on demand. */
import type { VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Button, Message } from './components'
import { useRequest, useSay } from './view'

interface LaterProps<Part> {
  load(): Promise<Part>
  /** Called if the part cannot be loaded; by default its place says so, and offers another attempt. */
  failed?(): void
  readonly children: (part: Part) => VNode | null
}

/** Shows what a part renders, once it is loaded. */
export function Later<Part>({ load, failed, children }: LaterProps<Part>): VNode | null {
  const [{ answer, error }, again] = useRequest(load)
  useLayoutEffect(() => {
    if (error !== undefined) failed?.()
  }, [error])
  if (answer) return children(answer)
  return error === undefined || failed ? null : <Failure error={error} again={again} />
}

/** In place of what could not be loaded or shown. */
export function Failure({ error, again }: { readonly error: unknown; again(): void }): VNode {
  const say = useSay('shell')
  return (
    <Message title={say('failed', { message: error instanceof Error ? error.message : String(error) })}>
      <Button class="button main-button" onClick={again}>{say('again')}</Button>
    </Message>
  )
}
