/** The list of moves, with buttons to step through the game. */
import type { TargetedKeyboardEvent, VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { moveNumberAt } from '../core/match/match'
import type { Match } from '../core/match/match'
import { WHITE, formatMove } from '../core/rules/position'
import { Button, Icon } from './components'
import type { ShownGame } from './shown-game'
import { STEPS, STEP_KEYS, plyAfter } from './steps'
import type { Step } from './steps'
import { useAfterRender, useSay } from './view'

/** Keys that step while the list, two moves to a line, has the focus. */
const KEYS: Readonly<Record<string, Step>> = { ...STEP_KEYS, ArrowUp: 'previous', ArrowDown: 'next' }

const NO_GLYPHS: ReadonlyMap<number, string> = new Map()

/** Buttons to step through the moves. */
export function StepButtons({ game }: { readonly game: ShownGame }): VNode {
  const say = useSay('play')
  return (
    <div class="steps">
      {STEPS.map((step) => (
        <Button
          class="button plain-button step"
          aria-label={say(step)}
          title={say(step)}
          disabled={plyAfter(step, game.ply, game.total) === game.ply}
          onClick={() => game.step(step)}
        >
          <Icon name={step} />
        </Button>
      ))}
    </div>
  )
}

interface MoveListProps {
  readonly game: ShownGame
  /** Marks of good and bad moves, by ply from 1. */
  readonly glyphs?: ReadonlyMap<number, string>
  /** Whether the buttons to step stand above the list; they may stand elsewhere. */
  readonly hasSteps?: boolean
}

/** The moves of a game; the one that led to the position on the board is marked. */
export function MoveList({ game, glyphs = NO_GLYPHS, hasSteps = true }: MoveListProps): VNode {
  const say = useSay('play')
  const list = useRef<HTMLOListElement>(null)
  const afterRender = useAfterRender()
  const { match, ply, total } = game
  const { variant: { board } } = match.first.position
  const current = (): HTMLElement | null => list.current?.querySelector('[aria-current]') ?? null
  useLayoutEffect(() => {
    if (list.current) reveal(current()?.parentElement ?? null, list.current)
  }, [ply, total])
  const press = (event: TargetedKeyboardEvent<HTMLOListElement>): void => {
    if (!(event.key in KEYS)) return
    event.preventDefault()
    game.step(KEYS[event.key])
    afterRender(() => current()?.focus())
  }
  const moveAt = (index: number | null): VNode | null => {
    if (index === null) return null
    const move = match.session.moves[index]
    const glyph = glyphs.get(index + 1) ?? ''
    const isShown = index + 1 === ply
    return (
      <Button
        class={`move${glyph.includes('?') ? ' is-bad' : ''}`}
        tabIndex={isShown || (ply === 0 && index === 0) ? 0 : -1}
        aria-current={isShown ? 'true' : undefined}
        onClick={() => game.look(index + 1)}
      >
        {formatMove(move, board) + glyph}
      </Button>
    )
  }
  return (
    <>
      <div class="moves-head">
        <h2>{say('moves')}</h2>
        {hasSteps && <StepButtons game={game} />}
      </div>
      {total === 0 && <p class="note">{say('noMoves')}</p>}
      <ol class="moves" aria-label={say('movesHelp')} hidden={total === 0} ref={list} onKeyDown={press}>
        {linesOf(match).map(([white, black], line) => (
          <li key={white ?? black}>
            <span class="move-number">{moveNumberAt(match, white ?? black ?? 0)}.</span>
            {white === null ? <span>{line ? '--' : '...'}</span> : moveAt(white) /* as in game files */}
            {moveAt(black)}
          </li>
        ))}
      </ol>
    </>
  )
}

type Line = [white: number | null, black: number | null]

/** The plies of each line: White's and Black's, one of which may be missing where a side has two turns running. */
function linesOf({ session: { positions, moves } }: Match): Line[] {
  const lines: Line[] = []
  for (const ply of moves.keys()) {
    const last = lines[lines.length - 1]
    if (positions[ply].turn === WHITE) lines.push([ply, null])
    else if (last?.[1] === null) last[1] = ply
    else lines.push([null, ply])
  }
  return lines
}

/** Scrolls the list to a line, or to its top, without moving the page. */
function reveal(line: HTMLElement | null, list: HTMLElement): void {
  const top = line?.offsetTop ?? 0 // relative to the list, which is positioned
  const bottom = line ? top + line.offsetHeight : 0
  list.scrollTop = Math.max(Math.min(list.scrollTop, top), bottom - list.clientHeight)
}
