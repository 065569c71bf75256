/**
 * A game on the Play page: the session, and what the page adds to it.
 *
 * That is the players, the draw rules, resignation, the clock, undo and redo. Nothing here depends on
 * elements, timers or servers.
 */
import { REPETITIONS, plyLimitAt } from '../rules/draws'
import type { Point } from '../rules/geometry'
import type { FenRecord } from '../rules/notation'
import { START, formatFen, formatMoves } from '../rules/notation'
import type { Level } from '../players/player'
import { BLACK, WHITE, occurrences, other, outcome } from '../rules/position'
import type { Color, Move, Reason } from '../rules/position'
import {
  SHARED,
  act,
  against,
  canUndo,
  createSession,
  currentPosition,
  lastPosition,
  playMove,
  rewind as rewindSession,
  undo,
  withdraw,
} from '../session/session'
import type { Controls, GameEvent, Session } from '../session/session'
import books from '../../generated/books.json'
import opponents from '../../generated/opponents.json'
import type { PlayRequest } from '../../generated/api'
import { offers } from '../rules/features'
import { NINE, naming } from '../rules/nine'
import type { Variant } from '../rules/variant'
import { isStrength } from './strengths'
import type { Strength } from './strengths'
import type { Language } from '../../texts/texts'

export type LevelName = keyof typeof opponents
export const LEVEL_NAMES = Object.keys(opponents) as readonly LevelName[]
export type Opponent = LevelName | Strength | 'person'

/** Each side's minutes for the game, and seconds added per move. */
export interface ClockSetup {
  readonly minutes: number
  readonly increment: number
}

/** The settings of a game. */
export interface Setup {
  readonly opponent: Opponent
  /** The person's colour; with two people, the one at the bottom. */
  readonly human: Color
  readonly clock: ClockSetup | null
  readonly seed: number
  /** Whether the game counts for your rating, which is also the opponent's strength. */
  readonly isAdaptive?: boolean
}

export const DEFAULT_SETUP: Omit<Setup, 'seed'> = { opponent: 'normal', human: WHITE, clock: null }

export type MatchReason = Reason | 'repetition' | 'no removal for too long' | 'resignation' | 'time' | 'record'

/** Results of finished games. */
export const DECISIONS = ['1-0', '0-1', '1/2-1/2'] as const
export type Decision = (typeof DECISIONS)[number]

/** How a game ended; a draw has no winner. */
export interface MatchOutcome {
  readonly winner: Color | null
  readonly reason: MatchReason
}

/** What the coach has said of a move. */
export interface Mark {
  /** Of a bad move, such as `?`; empty for any other. */
  readonly glyph: string
  readonly text: string
  /** That of the text. */
  readonly language: Language
}

/** The milliseconds White and Black have left. */
export type Times = readonly [number, number]

/** What a game has done to your rating. */
export interface RatedResult {
  readonly rating: number
  readonly change: number
}

export interface Match {
  /** Changes if the game continues against another level. */
  setup: Setup
  readonly first: FenRecord
  readonly session: Session
  /** Moves taken back, the most recent one last. */
  undone: Move[]
  /** The clocks at the start of the plies after them; empty without a clock. */
  undoneTimes: Times[]
  /** The clocks at the start of each ply; empty without a clock. */
  times: Times[]
  resigned: Color | null
  /** The side that ran out of time. */
  flagged: Color | null
  /** The result in the game's file, if the moves do not decide it. */
  recorded: Decision | null
  /** White's and Black's names in the file, empty if missing; null for games not from a file. */
  names: readonly [string, string] | null
  /** What the coach has said of moves, by ply, from 1. */
  readonly marks: Map<number, Mark>
  /** What the game has done to your rating; null if it does not count, or not yet. */
  rated: RatedResult | null
}

/** The winner by the result in a file. */
const WINNERS: Readonly<Record<Decision, Color | null>> = { '1-0': WHITE, '0-1': BLACK, '1/2-1/2': null }

/** The strongest level that plays every variant in the page. */
export const HERE: LevelName = 'hard'

/** Who plays each side in a game that is set up like this. */
function controlsOf({ opponent, human }: Setup): Controls {
  return opponent === 'person' ? SHARED : against('computer', human)
}

/** Starts a game; an opponent that does not play its variant is replaced. */
export function createMatch(wanted: Setup, first: FenRecord = START, controls?: Controls): Match {
  const isFit = isOffered(wanted.opponent, first.position.variant)
  const setup: Setup = isFit ? wanted : { ...wanted, opponent: HERE, isAdaptive: false }
  const { clock } = setup
  const budget = clock ? clock.minutes * 60_000 : 0
  return {
    setup,
    first,
    session: createSession(controls ?? controlsOf(setup), first.position),
    undone: [],
    undoneTimes: [],
    marks: new Map(),
    times: clock ? [[budget, budget]] : [],
    resigned: null,
    flagged: null,
    recorded: null,
    names: null,
    rated: null,
  }
}

/** The variant of a game. */
export function variantOf({ first }: Match): Variant {
  return first.position.variant
}

/** The level of the page's own plain player, or null if the level needs an engine. */
export function plainLevel(opponent: Opponent): Level | null {
  if (!isLevel(opponent) || opponents[opponent].seconds !== null) return null
  return opponent.toUpperCase() as Level
}

/** Whether an opponent needs what only the server has. */
export function needsServer(opponent: Opponent, variant: Variant = NINE): boolean {
  if (!isLevel(opponent)) return false
  const { needsServer: isServers, seconds } = opponents[opponent]
  return isServers || (seconds !== null && !offers(variant, 'engine'))
}

/** Whether a variant has a book, so that Perfect knows its opening at least. */
export function hasBook({ name }: Variant): boolean {
  return books.includes(name)
}

/** Whether an opponent plays a variant. */
export function isOffered(opponent: Opponent, variant: Variant): boolean {
  if (opponent === 'person') return true
  if (!isLevel(opponent)) return offers(variant, 'strengths')
  return !opponents[opponent].needsServer || hasBook(variant)
}

/** Whether a text names a level. */
export function isLevel(text: string): text is LevelName {
  return Object.hasOwn(opponents, text)
}

/** Whether a text names an opponent. */
export function isOpponent(text: string): text is Opponent {
  return text === 'person' || isLevel(text) || isStrength(text)
}

/** Whether two people share the board. */
export function isShared(match: Match): boolean {
  return match.setup.opponent === 'person'
}

/** The number of plies since a capture, at a ply of the game. */
export function pliesSinceRemoval({ first, session }: Match, ply = session.moves.length): number {
  for (let back = 0; back < ply; back++) {
    if (session.moves[ply - 1 - back].captured !== null) return back
  }
  return first.pliesSinceRemoval + ply
}

/** The number of the move played at a ply: it grows with each turn of Black, who may have two running. */
export function moveNumberAt({ first, session }: Match, ply: number): number {
  return first.moveNumber + session.positions.slice(0, ply).filter(({ turn }) => turn === BLACK).length
}

/** The position and its counters at a ply. */
export function recordAt(match: Match, ply = match.session.moves.length): FenRecord {
  return {
    position: match.session.positions[ply],
    pliesSinceRemoval: pliesSinceRemoval(match, ply),
    moveNumber: moveNumberAt(match, ply),
  }
}

/** The FEN at a ply. */
export function fenAt(match: Match, ply = match.session.moves.length): string {
  return formatFen(recordAt(match, ply))
}

/** The game so far, in the server's format. */
export function gameSoFar(match: Match): PlayRequest & { readonly fen: string; readonly moves: readonly string[] } {
  const variant = variantOf(match)
  return { fen: formatFen(match.first), moves: formatMoves(match.session.moves, variant.board), ...naming(variant) }
}

/** The winner and the reason, or null while the game goes on. */
export function matchOutcome(match: Match): MatchOutcome | null {
  const { session, resigned, flagged, recorded } = match
  if (resigned !== null) return { winner: other(resigned), reason: 'resignation' }
  if (flagged !== null) return { winner: other(flagged), reason: 'time' }
  if (recorded !== null) return { winner: WINNERS[recorded], reason: 'record' }
  const position = currentPosition(session)
  const decided = outcome(position)
  if (decided || position.removing) return decided
  if (occurrences(session.positions, position) >= REPETITIONS) return { winner: null, reason: 'repetition' }
  if (pliesSinceRemoval(match) >= plyLimitAt(position)) return { winner: null, reason: 'no removal for too long' }
  return null
}

/** Whether the computer is to move. */
export function isComputersTurn(match: Match): boolean {
  const { controls } = match.session
  return controls[lastPosition(match.session).turn] === 'computer' && !matchOutcome(match)
}

/** Handles the choice of a point: places, selects, moves, captures, or explains why not. */
export function choosePoint(match: Match, point: Point): GameEvent[] {
  if (matchOutcome(match)) return [{ kind: 'wrong', complaint: 'game over', point }]
  return change(match, () => act(match.session, point))
}

/** Plays a move. Throws if it is illegal. */
export function playTurn(match: Match, move: Move): GameEvent[] {
  return change(match, () => playMove(match.session, move))
}

function change(match: Match, action: () => GameEvent[]): GameEvent[] {
  const { session } = match
  const before = session.moves.length
  const events = action()
  if (session.moves.length > before) {
    match.undone = []
    match.undoneTimes = []
  }
  return events
}

export function resign(match: Match): void {
  if (!matchOutcome(match)) match.resigned = isShared(match) ? currentPosition(match.session).turn : match.setup.human
}

/** Whether the game ended by resignation or by the result in its file. */
function isDeclared({ resigned, recorded }: Match): boolean {
  return resigned !== null || recorded !== null
}

/** Whether something can be taken back. */
export function canTakeBack(match: Match): boolean {
  return isDeclared(match) || canUndo(match.session)
}

/** Goes back to the person's last choice. First takes back a resignation or the result of a file. */
export function takeBack(match: Match): boolean {
  if (!canTakeBack(match)) return false
  if (isDeclared(match)) {
    match.resigned = null
    match.recorded = null
    return true
  }
  const { session } = match
  const moves = [...session.moves]
  undo(session)
  match.flagged = null
  match.undone.push(...moves.slice(session.moves.length).reverse())
  turnBackClocks(match)
  return true
}

/** Sets both clocks to what they showed before the moves taken back. */
function turnBackClocks({ session, times, undoneTimes }: Match): void {
  undoneTimes.push(...times.splice(session.positions.length).reverse())
}

/** Replays moves taken back, up to the person's next choice. */
export function playAgain(match: Match): GameEvent[] {
  const events: GameEvent[] = []
  const { session } = match
  withdraw(session)
  do {
    const move = match.undone.pop()
    if (!move) break
    events.push(...playMove(session, move))
    if (match.times.length) match.times.push(match.undoneTimes.pop() ?? match.times[match.times.length - 1])
  } while (isComputersTurn(match))
  return events
}

/** Takes back all moves after a ply. */
export function rewind(match: Match, ply: number): void {
  match.resigned = null
  match.flagged = null
  match.recorded = null
  match.undone.push(...rewindSession(match.session, ply).reverse())
  turnBackClocks(match)
}
