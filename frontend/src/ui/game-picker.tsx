/** Where a game is loaded from: a text to paste, a file, and a list to choose from if it has several games. */
import { signal } from '@preact/signals'
import type { TargetedEvent, VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { listGames } from '../files/game-list'
import type { ListedGame } from '../files/game-list'
import { createSay } from '../texts/texts'
import type { Speech } from '../texts/texts'
import { Button } from './components'
import { describeFault } from './faults'
import { useAfterRender, usePage, useSay } from './view'
import './game-picker.css'

/** Games that the list grows by: a file may have thousands, and each is replayed to be listed. */
const PAGE = 100

/** Longer files are not copied into the text area, which would be slow. */
const MOST_SHOWN = 200_000

const MEGABYTE = 2 ** 20
const MOST_MEGABYTES = 64

/** The text that is there, its games as far as they are listed, and the chosen one. */
export class GamePicker {
  /** What the text area shows. */
  readonly typed = signal('')
  /** A file that is not shown. */
  readonly file = signal<{ readonly name: string; readonly isTooLarge: boolean } | null>(null)
  readonly games = signal<readonly ListedGame[]>([])
  readonly hasMore = signal(false)
  readonly chosen = signal(0)
  private whole = ''
  private found: Iterator<ListedGame> = [].values()
  /** The list looks one game ahead, to know whether there is one. */
  private next: ListedGame | null = null

  /** Whether there is something to choose. */
  get hasList(): boolean {
    return this.games.value.length > 1
  }

  /** The text of the chosen game; the whole text if there is nothing to choose. */
  get text(): string {
    return this.hasList ? this.games.value[this.chosen.value].text : this.whole
  }

  /** Takes a text that was typed or pasted. */
  take(text: string): void {
    this.file.value = null
    this.typed.value = text
    this.list(text)
  }

  /** Takes a file; returns whether it could be read. */
  async read(file: File): Promise<boolean> {
    const { name } = file
    const isTooLarge = file.size > MOST_MEGABYTES * MEGABYTE
    const text = isTooLarge ? '' : decode(await file.arrayBuffer())
    const isShown = text.length <= MOST_SHOWN
    this.typed.value = isShown ? text : ''
    this.file.value = isTooLarge || !isShown ? { name, isTooLarge } : null
    this.list(text)
    return !isTooLarge
  }

  /** Lists more games. */
  showMore(): void {
    const games = [...this.games.value]
    for (let added = 0; added < PAGE && this.next; added++) {
      games.push(this.next)
      this.step()
    }
    this.games.value = games
    this.hasMore.value = this.next !== null
  }

  private list(text: string): void {
    this.whole = text
    this.found = listGames(text)
    this.games.value = []
    this.step()
    this.showMore()
    this.chosen.value = Math.max(0, this.games.value.findIndex(({ fault }) => !fault))
  }

  private step(): void {
    const { value, done } = this.found.next()
    this.next = done ? null : (value as ListedGame)
  }
}

/** Bytes as text: UTF-8, or else Latin-1, as the PGN standard prescribed. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

interface FieldsProps {
  readonly picker: GamePicker
  /** The height of the text area. */
  readonly rows: number
  /** Called when a file has only one game, and when one is chosen with Enter. */
  load(): void
}

export function GamePickerFields({ picker, rows, load }: FieldsProps): VNode {
  const say = useSay('files')
  const after = useAfterRender()
  const list = useRef<HTMLFieldSetElement>(null)
  const { name = '', isTooLarge = false } = picker.file.value ?? {}
  const { hasList } = picker
  useLayoutEffect(() => {
    if (hasList) list.current?.scrollIntoView({ block: 'nearest' }) // a dialog may be longer than the window
  }, [hasList])
  const pick = async ({ currentTarget: { files } }: TargetedEvent<HTMLInputElement>): Promise<void> => {
    if (!files?.[0] || !(await picker.read(files[0]))) return
    if (picker.hasList) after(() => list.current?.querySelector<HTMLElement>('input:checked')?.focus())
    else load()
  }
  const showMore = (): void => {
    const before = picker.games.value.length
    picker.showMore()
    after(() => [...(list.current?.querySelectorAll('input') ?? [])].slice(before).find(({ disabled }) => !disabled)?.focus())
  }
  const count = picker.games.value.length
  const title = hasList ? say(picker.hasMore.value ? 'first' : 'games', { count }) : ''
  return (
    <>
      <label class="field">
        <span class="note">{say('help')}</span>
        <textarea
          class="input"
          rows={rows}
          spellcheck={false}
          value={picker.typed.value}
          placeholder={name && !isTooLarge ? say('shown', { name }) : ''}
          onInput={({ currentTarget }) => picker.take(currentTarget.value)}
        />
      </label>
      <label class="button">{/* the browser's own button speaks the language of the browser */}
        {say('file')}
        <input class="nmm-hidden" type="file" accept=".pgn,.fen,.txt,text/plain" onChange={(event) => void pick(event)} />
      </label>
      <p class="note game-list-title" id="game-list-title" role="status">
        {isTooLarge ? say('tooLarge', { name, most: MOST_MEGABYTES }) : title}
      </p>
      {hasList && (
        <fieldset class="game-list" aria-labelledby="game-list-title" ref={list}>
          <div class="game-rows" onKeyDown={({ key }) => key === 'Enter' && load()}>
            {picker.games.value.map((game, index) => <Row picker={picker} game={game} index={index} />)}
          </div>
          {picker.hasMore.value && <Button class="button" onClick={showMore}>{say('more')}</Button>}
        </fieldset>
      )}
    </>
  )
}

interface RowProps {
  readonly picker: GamePicker
  readonly game: ListedGame
  readonly index: number
}

/** A game to choose; bad ones are shown, but cannot be chosen. */
function Row({ picker: { chosen }, game, index }: RowProps): VNode {
  const { speech } = usePage()
  const choose = (): void => {
    chosen.value = index
  }
  return (
    <label class="game-row">
      <input type="radio" name="game" checked={chosen.value === index} disabled={game.fault !== null} onChange={choose} />
      <span class="game-players">{`${index + 1}. ${game.players}`}</span>
      <span class="note">{describeGame(game, speech)}</span>
    </label>
  )
}

/** A date such as `2024-12-26` or `2024-12` in the words of a language. */
function describeDate(date: string, { language }: Speech): string {
  const [, month, day] = /^\d{4}-(\d\d)(?:-(\d\d))?$/.exec(date) ?? []
  const time = new Date(date)
  if (!month || Number.isNaN(time.valueOf())) return date
  return time.toLocaleDateString(language, { year: 'numeric', month: 'short', ...(day && { day: 'numeric' }), timeZone: 'UTC' })
}

function describeGame({ date, event, result, moves, fault }: ListedGame, speech: Speech): string {
  const say = createSay(speech, 'files')
  if (fault) return say('fault', { why: describeFault(fault, speech) })
  const parts = [describeDate(date, speech), event, result === '*' ? say('unfinished') : result, say('moves', { count: moves })]
  return parts.filter(Boolean).join(' · ')
}
