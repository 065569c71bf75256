/** The position as text and pictures: paste or copy a FEN, save a picture, rotate or mirror it. */
import type { RefObject, TargetedSubmitEvent, VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { NotationError, formatFen, parseFen } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { wholeAddress } from '../../shell/services/root'
import { addressOfRecord, pictureAddress } from '../../shell/services/addresses'
import { Button, Prose } from '../../ui/components'
import { copyText, saveFile } from '../../ui/copying'
import { describeFault } from '../../ui/faults'
import { usePage, useSay } from '../../ui/view'
import { VIEWS, viewed } from '../../values/symmetry'

/** Width of the pictures, in pixels. */
const PICTURE = 720

/** What was typed, and what is said about it or about copying. */
interface Typed {
  readonly record: FenRecord
  readonly text?: string
  readonly said?: NotationError | 'copied' | 'copyFailed'
}

interface SharingProps {
  readonly record: FenRecord
  /** A text that is not a position, to be corrected; null if there is none. */
  readonly refused: string | null
  readonly canvas: HTMLCanvasElement
  readonly editButton: RefObject<HTMLButtonElement | null>
  edit(): void
}

export function Sharing({ record, refused, canvas, editButton, edit }: SharingProps): VNode {
  const say = useSay('explore')
  const { speech, settings, server, navigate } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<Typed>({ record })
  const fen = formatFen(record)
  const { text = refused ?? fen, said = null } = typed.record === record ? typed : {} // another position begins anew
  const isWrong = said instanceof NotationError
  const open = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    try {
      const opened = parseFen(text, record.position.variant)
      setTyped({ record })
      navigate(addressOfRecord(opened))
    } catch (error) {
      if (!(error instanceof NotationError)) throw error
      setTyped({ record, text, said: error })
      input.current?.focus()
    }
  }
  const copy = async (copied: string): Promise<void> => {
    if (!input.current) return
    setTyped({ record, text, said: (await copyText(copied, input.current)) ? 'copied' : 'copyFailed' })
  }
  const views = VIEWS.map((view) => ({ view, seen: viewed(record, view) }))
  return (
    <section class="card explore-sharing">
      <h2>{say('position')}</h2>
      <form class="explore-form" onSubmit={open}>
        <label>
          <span class="note">{say('fen')}</span>
          <input
            class="input"
            spellcheck={false}
            autocomplete="off"
            aria-describedby="explore-message"
            aria-invalid={isWrong || (refused !== null && text === refused)}
            value={text}
            ref={input}
            onInput={({ currentTarget }) => setTyped({ ...typed, record, text: currentTarget.value })}
          />
        </label>
        <button class="button">{say('open')}</button>
      </form>
      <p class={`note explore-message ${isWrong ? 'is-wrong' : ''}`} id="explore-message" role="status">
        {isWrong ? <Prose text={describeFault(said, speech)} /> : said && say(said)}
      </p>
      <div class="row">
        <Button class="button" ref={editButton} onClick={edit}>{say('edit')}</Button>
        <Button class="button" onClick={() => void copy(fen)}>{say('copyFen')}</Button>
        <Button class="button" onClick={() => void copy(wholeAddress(addressOfRecord(record)))}>
          {say('copyLink')}
        </Button>
        <Button class="button" onClick={() => canvas.toBlob((picture) => picture && saveFile(picture, 'merels.png'))}>
          {say('png')}
        </Button>
        {!server.isStatic && ( // it is the server that draws
          <a
            class="button"
            href={pictureAddress(fen, PICTURE, settings.theme, record.position.variant)}
            download="merels.svg"
          >
            {say('svg')}
          </a>
        )}
      </div>
      <div class="explore-views">
        <p class="note">{say('views')}</p>
        <div class="row">
          {views.map(({ view, seen }) => seen && <a class="button" href={addressOfRecord(seen)}>{say(`view.${view}`)}</a>)}
        </div>
      </div>
    </section>
  )
}
