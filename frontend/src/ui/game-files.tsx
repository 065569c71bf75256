/** Saving a game as text, and loading another: from a text or a file, with a list to choose from if it has several games. */
import type { TargetedEvent, VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { listGames } from '../files/game-list'
import type { ListedGame } from '../files/game-list'
import { Button } from './components'
import { CopyButton } from './copy-button'
import { Dialog } from './dialog'
import { describeFault } from './faults'
import './game-source.css'
import { useAfterRender, usePage, useSay } from './view'

/** Games that the list grows by: a file may have thousands, and each is replayed to be listed. */
const PAGE = 100

/** Longer files are not copied into the text area, which would be slow. */
const MOST_SHOWN = 200_000

const MEGABYTE = 2 ** 20
const MOST_MEGABYTES = 64

interface FilesDialogProps {
  readonly pgn: string
  readonly fen: string
  /** Loads a text; returns what is wrong with it, or null. */
  load(text: string): string | null
  closed(): void
}

/** Shows the game as text, and loads another. */
export function FilesDialog({ pgn, fen, load, closed }: FilesDialogProps): VNode {
  const say = useSay('play')
  const text = useRef('')
  const [problem, complain] = useState<string | null>(null)
  const file = useMemo(() => URL.createObjectURL(new Blob([pgn], { type: 'application/x-chess-pgn' })), [pgn])
  useEffect(() => () => URL.revokeObjectURL(file), [file])
  return (
    <Dialog title={say('filesTitle')} class="wide-dialog" closed={closed}>
      {(close) => {
        const read = (): void => {
          const wrong = load(text.current)
          complain(wrong)
          if (wrong === null) close()
        }
        return (
          <>
            <div class="files">
              <section>
                <h3>{say('thisGame')}</h3>
                <TextArea title={say('pgn')} rows={7} text={pgn} />
                <div class="row start">
                  <CopyButton text={pgn} />
                  <a class="button" href={file} download="merels.pgn">{say('download')}</a>
                </div>
                <TextArea title={say('fen')} rows={2} text={fen} />
                <div class="row start"><CopyButton text={fen} /></div>
              </section>
              <section>
                <h3>{say('loadTitle')}</h3>
                <GameSource rows={7} choose={(chosen) => (text.current = chosen)} load={read} />
                <p class="wrong" role="alert">{problem}</p>
              </section>
            </div>
            <div class="row">
              <Button class="button" onClick={close}>{say('close')}</Button>
              <Button class="button main-button" onClick={read}>{say('load')}</Button>
            </div>
          </>
        )
      }}
    </Dialog>
  )
}

interface TextAreaProps {
  readonly title: string
  readonly rows: number
  readonly text: string
  readonly placeholder?: string
  /** Called with what is typed; without it the text cannot be changed. */
  type?(text: string): void
}

/** A text area below its title. */
export function TextArea({ title, rows, text, placeholder = '', type }: TextAreaProps): VNode {
  return (
    <label class="field">
      <span class="note">{title}</span>
      <textarea
        class="input"
        rows={rows}
        spellcheck={false}
        readOnly={!type}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => type?.(currentTarget.value)}
      />
    </label>
  )
}

/** The games of a text, the first of them listed. */
class Listing {
  readonly games: ListedGame[] = []
  private readonly found: Iterator<ListedGame>
  /** The first game that is not listed yet. */
  private next: ListedGame | undefined

  constructor(text: string) {
    this.found = listGames(text)
    this.step()
    this.addPage()
  }

  /** Whether there is something to choose. */
  get isOpen(): boolean {
    return this.games.length > 1
  }

  get hasMore(): boolean {
    return this.next !== undefined
  }

  /** The first game from an index on that can be read; -1 if there is none. */
  firstGood(from = 0): number {
    return this.games.findIndex(({ fault }, index) => index >= from && !fault)
  }

  addPage(): void {
    for (let added = 0; added < PAGE && this.next; added++) {
      this.games.push(this.next)
      this.step()
    }
  }

  private step(): void {
    const { value, done } = this.found.next()
    this.next = done ? undefined : (value as ListedGame)
  }
}

interface GameSourceProps {
  readonly rows: number
  /** Called with the text of the chosen game; with the whole text if there is nothing to choose. */
  choose(text: string): void
  /** Called when a file has only one game, and when one is chosen with Enter. */
  load(): void
}

/** Where a game is loaded from. */
export function GameSource({ rows, choose, load }: GameSourceProps): VNode {
  const say = useSay('files')
  const afterRender = useAfterRender()
  const field = useRef<HTMLFieldSetElement>(null)
  const [listing, list] = useState(() => new Listing(''))
  const [area, fill] = useState({ text: '', placeholder: '' })
  const [chosen, check] = useState(0)
  const [problem, complain] = useState('')
  const { games, isOpen, hasMore } = listing
  useLayoutEffect(() => {
    if (isOpen) field.current?.scrollIntoView({ block: 'nearest' }) // a dialog may be longer than the window
  }, [isOpen])
  const focusOn = (index: number): void => afterRender(() => field.current?.querySelectorAll('input')[index]?.focus())
  const pick = (index: number, from = listing): void => {
    check(index)
    choose(from.games[index].text)
  }
  const take = (text: string): Listing => {
    const found = new Listing(text)
    list(found)
    complain('')
    if (found.isOpen) pick(Math.max(0, found.firstGood()), found)
    else choose(text)
    return found
  }
  const read = async (file: File): Promise<void> => {
    if (file.size > MOST_MEGABYTES * MEGABYTE) {
      complain(say('tooLarge', { name: file.name, most: MOST_MEGABYTES }))
      return
    }
    const text = decode(await file.arrayBuffer())
    const isShown = text.length <= MOST_SHOWN
    fill(isShown ? { text, placeholder: '' } : { text: '', placeholder: say('shown', { name: file.name }) })
    const found = take(text)
    if (found.isOpen) focusOn(found.firstGood())
    else load()
  }
  const showMore = (): void => {
    const before = games.length
    listing.addPage()
    focusOn(listing.firstGood(before))
  }
  const picked = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0]
    if (file) void read(file)
  }
  const isListed = isOpen && !problem
  return (
    <>
      <TextArea
        title={say('help')}
        rows={rows}
        {...area}
        type={(text) => {
          fill({ text, placeholder: '' })
          take(text)
        }}
      />
      <input class="picker" type="file" accept=".pgn,.fen,.txt,text/plain" aria-label={say('file')} onChange={picked} />
      <p class="note game-list-title" id="game-list-title" role="status">
        {problem || (isOpen ? say(hasMore ? 'first' : 'games', { count: games.length }) : '')}
      </p>
      <fieldset class="game-list" aria-labelledby="game-list-title" hidden={!isListed} ref={field}>
        <div class="game-rows" onKeyDown={({ key }) => key === 'Enter' && load()}>
          {isListed && games.map((game, index) => (
            <label class="game-row" key={index}>
              <input
                type="radio"
                name="game"
                disabled={game.fault !== null}
                checked={index === chosen}
                onChange={() => pick(index)}
              />
              <span class="game-players">{`${index + 1}. ${game.players}`}</span>
              <span class="note"><GameFacts game={game} /></span>
            </label>
          ))}
        </div>
        {hasMore && <Button class="button" onClick={showMore}>{say('more')}</Button>}
      </fieldset>
    </>
  )
}

/** What the list says of a game, or what is wrong with it. */
function GameFacts({ game: { date, event, result, moves, fault } }: { readonly game: ListedGame }): VNode {
  const { speech } = usePage()
  const say = useSay('files')
  if (fault) return <>{say('fault', { why: describeFault(fault, speech) })}</>
  const parts = [date, event, result === '*' ? say('unfinished') : result, say('moves', { count: moves })]
  return <>{parts.filter(Boolean).join(' · ')}</>
}

/** Bytes as text: UTF-8, or else Latin-1, as the PGN standard prescribed. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
