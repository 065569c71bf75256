/**
 * The screen of a game: the board between its players, and a panel beside it.
 *
 *     <GameScreen class="play" title={title} game={game} players={[top, bottom]} bar={bar} result={result}>
 *       <section class="panel card">
 *         ... <MoveList game={game} />                     // see moves.tsx
 *       </section>
 *     </GameScreen>
 *
 * `game` is a `ShownGame`, see shown-game.ts. Left and right step through its moves; so do swipes, if `isSwiped`.
 */
import type { ComponentChildren, VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { HURRY, formatTime } from '../core/match/clock'
import { variantOf } from '../core/match/match'
import { STRENGTHS } from '../core/players/people'
import { colorName, inHand, other } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import { capturedBy, currentPosition } from '../core/session/session'
import { Button } from './components'
import { describePoint } from './game/narration'
import { onArrows } from './keys'
import type { ShownGame } from './shown-game'
import { onSwipes } from './swipes'
import { useSay } from './view'

/** A player beside the board. */
export interface Player {
  readonly color: Color
  readonly name: string
  /** What the side is doing, such as placing. */
  readonly doing: string
  readonly isActive: boolean
  /** Whether the player is there; only in games between people. */
  readonly isOnline?: boolean
  /** Follows what the side is doing. */
  readonly note?: ComponentChildren
}

/** What the evaluation bar shows. */
export interface Evaluated {
  /** White's share, 0 to 1. */
  readonly white: number
  readonly text: string
}

/** What the card at the end of a game says and offers. */
export interface Result {
  readonly title: string
  readonly reason: string
  /** What the game has done to the rating; empty if nothing. */
  readonly rating: string
  readonly isWon: boolean
  readonly canReview: boolean
  /** The text of the button for another game; null without one. */
  readonly rematch: string | null
}

export interface GameScreenProps {
  readonly game: ShownGame
  /** The class of the page, for its style sheet. */
  readonly class: string
  /** The title, for screen readers. */
  readonly title: string
  /** The players above and below the board; without them there is the board alone. */
  readonly players?: readonly [Player, Player]
  /** The evaluation bar; null without one. */
  readonly bar?: Evaluated | null
  /** How the game has ended; null while it goes on. */
  readonly result?: Result | null
  rematch?(): void
  review?(): void
  /** Whether swipes over the board step through the moves: where no man can be dragged. */
  readonly isSwiped?: boolean
  /** What is below the board. */
  readonly below?: ComponentChildren
  /** The panel. */
  readonly children: ComponentChildren
}

export function GameScreen(props: GameScreenProps): VNode {
  const { game, title, players, bar, result, isSwiped = false, below, children } = props
  useLayoutEffect(() => {
    const leaving = new AbortController()
    const step = (by: -1 | 1): void => game.step(by < 0 ? 'previous' : 'next')
    onArrows(leaving.signal, step)
    if (isSwiped) onSwipes(game.stage.element, leaving.signal, step)
    return () => leaving.abort()
  }, [game, isSwiped])
  const isOver = result && !game.isResultHidden.value && game.viewed.value === null
  return (
    <div class={`columns ${props.class}`}>
      <h1 class="nmm-hidden">{title}</h1>
      <div class="board-side">
        {players && <PlayerStrip game={game} player={players[0]} />}
        {bar && <EvaluationBar {...bar} />}
        <Board game={game}>
          {isOver && <ResultCard {...props} result={result} />}
        </Board>
        {players && <PlayerStrip game={game} player={players[1]} />}
        {below}
      </div>
      {children}
    </div>
  )
}

interface GameProps {
  readonly game: ShownGame
}

/** The board of the game, with what is over it. */
function Board({ game, children }: GameProps & { readonly children: ComponentChildren }): VNode {
  const say = useSay('board')
  const place = useRef<HTMLDivElement>(null)
  const { stage, shown, naming } = game
  const { board } = variantOf(game.match)
  useLayoutEffect(() => place.current?.prepend(stage.element), [stage])
  useLayoutEffect(() => {
    stage.setGeometry(board)
    stage.points.update(say('board'), board.points.map((point) => describePoint(shown, point, say, naming)), shown.selected)
    stage.redraw()
  })
  return <div class="board-place" ref={place}>{children}</div>
}

/** A player: name, men in hand, men captured, time left. */
function PlayerStrip({ game, player }: GameProps & { readonly player: Player }): VNode {
  const say = useSay('play')
  const { color, name, doing, isActive, isOnline, note } = player
  const presence = isOnline === undefined ? '' : isOnline ? ' is-online' : ' is-away'
  const taken = capturedBy(game.shown, color)
  const left = inHand(currentPosition(game.shown), color)
  return (
    <div class={`player${isActive ? ' is-active' : ''}${presence}`}>
      <span class={`man man-${colorName(color)}`} role="img" aria-label={say(colorName(color))} />
      <div class="player-text">
        <span class="player-name">{name}</span>
        <span class="player-phase">{doing}</span>
        {note}
      </div>
      <Heap kind="captured" color={other(color)} number={taken} label={say('taken', { count: taken })} />
      <Heap kind="hand" color={color} number={left} label={say('inHand', { count: left })} />
      <PlayerClock game={game} color={color} />
    </div>
  )
}

interface HeapProps {
  readonly kind: 'captured' | 'hand'
  readonly color: Color
  readonly number: number
  readonly label: string
}

/** A row of small men. */
function Heap({ kind, color, number, label }: HeapProps): VNode {
  return (
    <span class={`heap ${kind}`} role="img" aria-label={label} title={label}>
      {Array.from({ length: number }, () => <i class={`man man-${colorName(color)}`} />)}
    </span>
  )
}

/** Rendered apart from the rest, as it changes ten times a second. */
function PlayerClock({ game, color }: GameProps & { readonly color: Color }): VNode | null {
  const say = useSay('play')
  const time = game.timeOf?.(color)
  if (!time) return null
  const { milliseconds, isRunning, days } = time
  const text = days?.text ?? formatTime(milliseconds)
  const isShort = days?.isShort ?? milliseconds < HURRY
  return (
    <span
      class={`clock${isRunning ? ' is-running' : ''}${isShort ? ' is-short' : ''}`}
      aria-label={say('timeLeft', { time: text })}
    >
      {text}
    </span>
  )
}

/** The evaluation bar, from Black to White. */
function EvaluationBar({ white, text }: Evaluated): VNode {
  const say = useSay('play')
  const share = Math.round(100 * Math.min(0.98, Math.max(0.02, white)))
  return (
    <div class="evaluation">
      <div
        class="bar"
        role="meter"
        aria-label={say('bar')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={text || say('barWhite', { share })}
      >
        <div class="bar-white" style={{ transform: `scaleX(${share / 100})` }} />
      </div>
      <span class="bar-label" title={say('expected')}>{text}</span>
    </div>
  )
}

/** The button to pass, below the hint, for a visitor who cannot move. Takes the focus from the board, and gives it back. */
export function PassButton({ game }: GameProps): VNode | null {
  const say = useSay('play')
  const place = useRef<HTMLDivElement>(null)
  const { isStuck } = game
  useLayoutEffect(() => {
    if (!isStuck || !game.stage.points.element.contains(document.activeElement)) return
    place.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isStuck])
  const pass = (): void => {
    game.pass?.()
    game.stage.points.focus()
  }
  if (!isStuck) return null
  return (
    <div class="row pass" ref={place}>
      <Button class="button main-button" onClick={pass}>{say('pass')}</Button>
    </div>
  )
}

interface ResultCardProps extends Pick<GameScreenProps, 'game' | 'rematch' | 'review'> {
  readonly result: Result
}

/** The card over the board at the end of a game. Takes the focus from the board. */
function ResultCard({ game, result, rematch, review }: ResultCardProps): VNode {
  const say = useSay('play')
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!game.stage.points.element.contains(document.activeElement)) return
    card.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  const { title, reason, rating } = result
  return (
    <div class={`result${result.isWon ? ' is-won' : ''}`} role="group" aria-label={title} ref={card}>
      <p class="result-title">{title}</p>
      <p>{reason}</p>
      {rating && <p class="result-rating" title={say('scale', STRENGTHS)}>{rating}</p>}
      <div class="row">
        {result.rematch !== null && <Button class="button main-button" onClick={rematch}>{result.rematch}</Button>}
        {result.canReview && <Button class="button" onClick={review}>{say('review')}</Button>}
        <Button class="button plain-button" onClick={() => game.hideResult()}>{say('look')}</Button>
      </div>
    </div>
  )
}
