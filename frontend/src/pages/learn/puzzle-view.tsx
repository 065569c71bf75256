/** A puzzle. */
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { annotations } from '../../board/overlay'
import { STRENGTHS } from '../../core/players/people'
import { NAMES } from '../../core/rules/nine'
import { colorName, inHand, other } from '../../core/rules/position'
import type { Color, Move } from '../../core/rules/position'
import type { GameEvent } from '../../core/session/session'
import type { PuzzleDocument } from '../../generated/api'
import { addressOfRecord } from '../../shell/services/addresses'
import type { PageContext } from '../../shell/services/page'
import type { Say } from '../../texts/texts'
import { Button } from '../../ui/components'
import { usePage, useSay } from '../../ui/view'
import { choosePuzzle } from './choosing'
import { Exercise, ExerciseView } from './exercise'
import { learned, note } from './progress'
import { countAttempt, solverRating, triedPuzzles } from './puzzle-rating'
import {
  addressOf, isRight, movesOf, overviewAddress, positionAt, positionOf, taskOf, turnsLeft, turnsOf, withTheme,
} from './puzzles'
import type { Theme } from './puzzles'

/** Milliseconds between two moves of the solution. */
const PACE = 1000

class PuzzleExercise extends Exercise {
  readonly state = signal<'open' | 'shown' | 'finished'>('open')
  /** What this attempt has changed, null if it did not count. */
  change: number | null = null
  /** The number of moves of the solution played so far. */
  private ply = 0

  constructor(
    context: PageContext,
    private readonly puzzle: PuzzleDocument,
  ) {
    super(context, positionOf(puzzle))
  }

  /** Marks the man to move, or the point to place one on. */
  giveHint(): void {
    const { origin, target } = movesOf(this.puzzle)[this.ply] ?? {}
    const point = origin ?? target
    if (point === null || point === undefined) return
    this.count(false)
    this.board.overlay = annotations([{ point, tone: 'win', text: '?' }])
    this.tell(() => this.say('puzzle.tip.place', { point: NAMES[point] }))
  }

  showSolution(): void {
    this.count(false)
    this.state.value = 'shown'
    this.board.overlay = null
    this.begin(positionAt(this.puzzle, this.ply))
    this.showNext()
  }

  restart(): void {
    this.ply = 0
    this.state.value = 'open'
    this.board.overlay = null
    this.begin(positionOf(this.puzzle))
  }

  protected turned(_: readonly GameEvent[], move: Move): void {
    const { puzzle, ply } = this
    this.board.overlay = null
    if (!isRight(puzzle, ply, move)) {
      this.count(false)
      this.tell(() => describeWrong(puzzle, ply, this.say), 'bad')
      this.takeBack(positionAt(puzzle, ply))
      return
    }
    this.ply += 1
    const reply = movesOf(puzzle)[this.ply]
    if (reply) {
      this.tell(() => this.say('puzzle.right'), 'good')
      this.answer(reply, () => (this.ply += 1))
      return
    }
    note('puzzles', puzzle.id)
    this.count(true)
    const turns = turnsLeft(puzzle)
    this.finish(() => (taskOf(puzzle) === 'find' ? this.say('puzzle.solved.find', { turns }) : this.say('puzzle.solved')))
  }

  private showNext(): void {
    const move = movesOf(this.puzzle)[this.ply]
    if (!move) {
      this.finish(() => this.say('puzzle.shown'))
      return
    }
    this.later(PACE, () => {
      this.board.play(move)
      this.ply += 1
      this.showNext()
    })
  }

  private finish(text: () => string): void {
    this.board.isLocked = true
    this.state.value = 'finished'
    this.tell(text, 'good', false)
    this.context.announce(`${text()} ${describeRating(this.say)}${signed(this.change)}`)
  }

  /** Counts the first attempt; a hint or the solution makes it a failure. */
  private count(isSolved: boolean): void {
    const { id, strength } = this.puzzle
    this.change = countAttempt(id, strength, isSolved) ?? this.change
  }
}

interface PuzzleProps {
  readonly puzzle: PuzzleDocument
  readonly puzzles: readonly PuzzleDocument[]
  readonly theme: Theme | null
}

export function PuzzleView({ puzzle, puzzles, theme }: PuzzleProps): VNode {
  const context = usePage()
  const say = useSay('learn')
  const [exercise] = useState(() => new PuzzleExercise(context, puzzle))
  const next = useRef<HTMLAnchorElement>(null)
  const state = exercise.state.value
  const isFinished = state === 'finished'
  const position = positionOf(puzzle)
  // Leads on to a puzzle that fits your rating now.
  const following = useMemo(
    () => choosePuzzle(withTheme(puzzles, theme), solverRating(), learned('puzzles'), triedPuzzles(), puzzle),
    [isFinished],
  )
  useLayoutEffect(() => {
    if (isFinished) next.current?.focus()
  }, [isFinished])
  const buttons = (
    <>
      <Button class="button" disabled={state !== 'open'} onClick={() => exercise.giveHint()}>{say('hint')}</Button>
      <Button class="button" disabled={state !== 'open'} onClick={() => exercise.showSolution()}>
        {say('puzzle.solution')}
      </Button>
      <Button class="button" onClick={() => exercise.restart()}>{say('restart')}</Button>
      {following && (
        <a class={isFinished ? 'button main-button' : 'button'} ref={next} href={addressOf(following, theme)}>
          {say('puzzle.next')}
        </a>
      )}
      <a class="button plain-button" href={addressOfRecord({ position, pliesSinceRemoval: 0, moveNumber: 1 })}>
        {say('explorePosition')}
      </a>
      <a class="button plain-button" href={overviewAddress(theme)}>{say('overview')}</a>
    </>
  )
  return (
    <ExerciseView
      exercise={exercise}
      texts={[describeKind(puzzle, say), say('puzzle.title', { id: puzzle.id }), describeGoal(puzzle, say)]}
      buttons={buttons}
      sides={[
        <Side exercise={exercise} color={other(position.turn)} who="computer" />,
        <Side exercise={exercise} color={position.turn} who="you" />,
      ]}
    >
      {isFinished && <Result puzzle={puzzle} change={exercise.change} />}
    </ExerciseView>
  )
}

interface SideProps {
  readonly exercise: PuzzleExercise
  readonly color: Color
  readonly who: 'you' | 'computer'
}

/** Names a player, and says how many men are still to be placed. You are below the board. */
function Side({ exercise, color, who }: SideProps): VNode {
  const say = useSay('learn')
  const side = colorName(color)
  const count = inHand(exercise.position.value, color)
  return (
    <p class={`exercise-side ${side}${who === 'you' ? ' is-yours' : ''}`}>
      {say(`puzzle.${who}`, { side: say(side) })}
      <span class="exercise-hand">{count > 0 && say('inHand', { count })}</span>
    </p>
  )
}

/** Your rating, and the themes, which would have given too much away. */
function Result({ puzzle, change }: { readonly puzzle: PuzzleDocument; readonly change: number | null }): VNode {
  const say = useSay('learn')
  return (
    <div class="puzzle-result">
      <p title={say('scale', STRENGTHS)}>
        {describeRating(say)}
        {change !== null && <span class={change < 0 ? 'rating-loss' : 'rating-gain'}>{signed(change)}</span>}
      </p>
      <ul class="puzzle-themes" aria-label={say('filter.theme')}>
        {puzzle.themes.map((theme) => (
          <li><a href={overviewAddress(theme)}>{say(`theme.${theme}`)}</a></li>
        ))}
      </ul>
    </div>
  )
}

function describeRating(say: Say<'learn'>): string {
  return say('puzzle.rating', { rating: solverRating() })
}

/** A change of a rating, after a space. */
function signed(change: number | null): string {
  return change === null ? '' : ` ${change < 0 ? '−' : '+'}${Math.abs(change)}`
}

function describeKind({ rating, strength }: PuzzleDocument, say: Say<'learn'>): string {
  return `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)} ${say(`rating.${rating as 1}`)} · ${strength}`
}

function describeGoal(puzzle: PuzzleDocument, say: Say<'learn'>): string {
  const side = say(colorName(positionOf(puzzle).turn))
  const task = taskOf(puzzle)
  return task === 'draw' ? say('puzzle.draw', { side }) : say(`puzzle.${task}`, { side, turns: turnsOf(puzzle) })
}

function describeWrong(puzzle: PuzzleDocument, ply: number, say: Say<'learn'>): string {
  const task = taskOf(puzzle)
  return task === 'win' ? say('puzzle.wrong.win', { turns: turnsOf(puzzle) - ply / 2 }) : say(`puzzle.wrong.${task}`)
}
