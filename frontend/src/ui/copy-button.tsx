/** A button that copies a text, and then says whether it has. */
import type { TargetedMouseEvent, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './components'
import { copyText } from './copying'
import { usePage, useSay } from './view'

export function CopyButton({ text, ...props }: { readonly text: string; readonly class: string }): VNode {
  const { announce } = usePage()
  const say = useSay('common')
  const [told, tell] = useState<'copy' | 'copied' | 'copyFailed'>('copy')
  const copy = async ({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): Promise<void> => {
    const result = (await copyText(text, currentTarget)) ? 'copied' : 'copyFailed'
    tell(result)
    announce(say(result))
  }
  return <Button {...props} onClick={(event) => void copy(event)}>{say(told)}</Button>
}
