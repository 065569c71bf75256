/** Puzzles to choose from: one of your strength, that of the day, and all of them by theme and difficulty. */
import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { colorName } from '../../core/rules/position'
import type { PuzzleDocument } from '../../generated/api'
import type { Say } from '../../texts/texts'
import { Button, Choices } from '../../ui/components'
import { useAfterRender, usePage, useSay } from '../../ui/view'
import { choosePuzzle, dailyPuzzle } from './choosing'
import { learned } from './progress'
import { RATINGS, THEMES, addressOf, overviewAddress, positionOf, taskOf, turnsOf, withTheme } from './puzzles'
import type { Theme } from './puzzles'
import { solverRating, triedPuzzles } from './puzzle-rating'
import { Thumbnail } from './thumbnail'

const KINDS = ['all', 'win', 'draw'] as const
type Kind = (typeof KINDS)[number]

/** Puzzles of each difficulty that are shown at first, and added with each press. */
const PAGE = 24

interface ListProps {
  readonly puzzles: readonly PuzzleDocument[]
  readonly initialTheme: Theme | null
}

export function PuzzleList({ puzzles, initialTheme }: ListProps): VNode {
  const { language } = usePage().speech
  const say = useSay('learn')
  const [kind, setKind] = useState<Kind>('all')
  const [theme, setTheme] = useState(initialTheme)
  const chooseTheme = (chosen: Theme | null): void => {
    setTheme(chosen)
    history.replaceState(history.state, '', overviewAddress(chosen, './learn')) // going back finds the same list
  }
  const shown = withTheme(puzzles, theme).filter((each) => kind === 'all' || each.kind === kind)
  const solved = learned('puzzles')
  const next = choosePuzzle(shown, solverRating(), solved, triedPuzzles())
  const now = new Date()
  const daily = dailyPuzzle(puzzles, now)
  const date = now.toLocaleDateString(language, { month: 'long', day: 'numeric' }).replaceAll(' ', '\u00a0') // in one piece
  const themes = [null, ...THEMES].map((value) => ({ value, text: value ? say(`theme.${value}`) : say('all') }))
  const kinds = KINDS.map((value) => ({ value, text: value === 'all' ? say('all') : say(`kind.${value}`) }))
  return (
    <>
      <div class="puzzle-offers">
        <Rating />
        <div class="puzzle-offer-place">
          {next && <Offer puzzle={next} title={say('puzzles.next')} theme={theme} isSolved={false} />}
        </div>
        {daily && <Offer puzzle={daily} title={say('daily', { date })} theme={null} isSolved={solved.has(daily.id)} />}
      </div>
      <div class="puzzle-bar">
        <Choices name="theme" title={say('filter.theme')} choices={themes} chosen={theme} choose={chooseTheme} />
        <Choices name="kind" title={say('filter.kind')} choices={kinds} chosen={kind} choose={setKind} />
      </div>
      <p class="note puzzle-count" role="status">
        {say('puzzles.count', { done: shown.filter(({ id }) => solved.has(id)).length, total: shown.length })}
      </p>
      <div class="puzzle-groups">
        {RATINGS.map((rating) => {
          const group = shown.filter((puzzle) => puzzle.rating === rating)
          const key = `${rating} ${theme} ${kind}` // others begin with their first page
          return group.length > 0 && <Group key={key} rating={rating} puzzles={group} solved={solved} theme={theme} />
        })}
      </div>
    </>
  )
}

function Rating(): VNode {
  const say = useSay('learn')
  const tried = triedPuzzles().size
  return (
    <div class="card puzzle-rating">
      <span class="note">{say('yourRating')}</span>
      <strong>{solverRating()}</strong>
      <span class="note">{tried ? say('rating.count', { count: tried }) : say('rating.new')}</span>
    </div>
  )
}

interface PuzzleProps {
  readonly puzzle: PuzzleDocument
  readonly theme: Theme | null
  readonly isSolved: boolean
}

/** A large link to a puzzle. */
function Offer({ puzzle, title, theme, isSolved }: PuzzleProps & { readonly title: string }): VNode {
  const say = useSay('learn')
  const { id, strength } = puzzle
  return (
    <a class="card puzzle-offer" href={addressOf(puzzle, theme)}>
      <Thumbnail position={positionOf(puzzle)} />
      <span class="puzzle-offer-text">
        <strong>{title}</strong>
        <span>{describeTask(say, 'offer', puzzle)}</span>
        <span class="note">{say('offer.strength', { id, strength })}</span>
        {isSolved && <span class="puzzle-solved">{say('offer.done')}</span>}
      </span>
    </a>
  )
}

interface GroupProps {
  readonly rating: (typeof RATINGS)[number]
  readonly puzzles: readonly PuzzleDocument[]
  readonly solved: ReadonlySet<string>
  readonly theme: Theme | null
}

/** The puzzles of a difficulty; more of them on demand. */
function Group({ rating, puzzles, solved, theme }: GroupProps): VNode {
  const say = useSay('learn')
  const after = useAfterRender()
  const [count, setCount] = useState(PAGE)
  const list = useRef<HTMLUListElement>(null)
  const showMore = (): void => {
    setCount(count + PAGE)
    after(() => list.current?.querySelectorAll('a')[count]?.focus())
  }
  return (
    <section class="card">
      <h3>
        <span class="stars">{'★'.repeat(rating)}</span>
        {` ${say(`rating.${rating}`)}`}
        <span class="note">{` ${puzzles.length}`}</span>
      </h3>
      <ul class="puzzle-list" ref={list}>
        {puzzles.slice(0, count).map((puzzle) => (
          <li key={puzzle.id}>
            <PuzzleLink puzzle={puzzle} theme={theme} isSolved={solved.has(puzzle.id)} />
          </li>
        ))}
      </ul>
      {count < puzzles.length && (
        <Button class="button puzzle-more" onClick={showMore}>{say('more', { count: puzzles.length - count })}</Button>
      )}
    </section>
  )
}

/** A puzzle in a list: a thumbnail, your colour, what to do, and how strong one must be. */
function PuzzleLink({ puzzle, theme, isSolved }: PuzzleProps): VNode {
  const say = useSay('learn')
  const position = positionOf(puzzle)
  const color = colorName(position.turn)
  return (
    <a class={isSolved ? 'puzzle-link is-done' : 'puzzle-link'} href={addressOf(puzzle, theme)}>
      <Thumbnail position={position} />
      <span class="nmm-hidden">{say('link.before')}</span>
      <strong class={color}>{puzzle.id}</strong>
      <span class="nmm-hidden">{say('link.side', { side: say(color) })}</span>
      <span class="note">{describeTask(say, 'short', puzzle)}</span>
      <span class="nmm-hidden">{say('link.strength')}</span>
      <span class="puzzle-strength">{puzzle.strength}</span>
      {isSolved && <span class="nmm-hidden">{` (${say('done')})`}</span>}
    </a>
  )
}

/** What to do in a puzzle, in a few words. */
function describeTask(say: Say<'learn'>, style: 'short' | 'offer', puzzle: PuzzleDocument): string {
  const side = say(colorName(positionOf(puzzle).turn))
  return say(`${style}.${taskOf(puzzle)}`, { side, turns: turnsOf(puzzle) })
}
