/** A button that copies a text, also on pages that came over plain HTTP, and then says whether it has. */
import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './components'
import { copyText } from './copying'
import { usePage, useSay } from './view'

interface CopyButtonProps {
  readonly text: string
  readonly class?: string
}

export function CopyButton({ text, class: name = 'button' }: CopyButtonProps): VNode {
  const { announce } = usePage()
  const say = useSay('shell')
  const button = useRef<HTMLButtonElement>(null)
  const [said, note] = useState<'copy' | 'copied' | 'copyFailed'>('copy')
  const copy = async (): Promise<void> => {
    if (!button.current) return
    const next = (await copyText(text, button.current)) ? 'copied' : 'copyFailed'
    note(next)
    announce(say(next))
  }
  return <Button class={name} ref={button} onClick={() => void copy()}>{say(said)}</Button>
}
