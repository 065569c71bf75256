/**
 * A game on the Play page: the shared session, and what the page adds to it.
 *
 * That is who plays, the draw rules of played games, resigning, the clock, and moves that can be
 * taken back and played again. Nothing here knows of elements, timers or servers.
 */
import type { Point } from '../../geometry'
import type { FenRecord } from '../../notation'
import { formatAlgebraic, formatFen } from '../../notation'
import type { Level } from '../../player'
import { BLACK, WHITE, occurrences, other, outcome, startPosition } from '../../rules'
import type { Color, Move, Reason } from '../../rules'
import { act, createSession, currentPosition, lastPosition, playMove, undo, unselect } from '../../state'
import type { Happening, Session } from '../../state'
import opponents from '../../generated/opponents.json'
import type { GameSoFar } from '../api'
import type { Decision } from '../pgn'

export type LevelName = keyof typeof opponents
export const LEVEL_NAMES = Object.keys(opponents) as readonly LevelName[]
export type Opponent = LevelName | 'person'

/** Minutes for the whole game and seconds added for each turn, of each side. */
export interface ClockSetup {
  readonly minutes: number
  readonly increment: number
}

/** What is chosen before a game. */
export interface Setup {
  readonly opponent: Opponent
  /** The person's colour against the computer; with two people, the one at the bottom. */
  readonly human: Color
  readonly clock: ClockSetup | null
  readonly seed: number
}

export type MatchReason = Reason | 'repetition' | 'no removal for too long' | 'resignation' | 'time' | 'record'

/** How a game ended; a draw has no winner. */
export interface MatchOutcome {
  readonly winner: Color | null
  readonly reason: MatchReason
}

/** Milliseconds that White and Black have left. */
export type Times = readonly [number, number]

/** A position that occurs for this time ends the game in a draw. */
export const REPETITIONS = 3
/** So do this many plies without a removal. */
export const PLY_LIMIT = 100

export interface Match {
  /** May change where a game goes on against another level. */
  setup: Setup
  readonly first: FenRecord
  readonly session: Session
  /** Moves taken back; the one that was taken back last is the last. */
  undone: Move[]
  /** What the clocks showed when each ply began; empty without a clock. */
  times: Times[]
  resigned: Color | null
  /** The side whose time is over. */
  flagged: Color | null
  /** The result that the game's file gives, where its moves do not decide. */
  recorded: Decision | null
  /** White's and Black's names in the file, an empty text where there is none; null for our own games. */
  names: readonly [string, string] | null
}

/** Who won by a result that a file gives. */
const WINNERS: Readonly<Record<Decision, Color | null>> = { '1-0': WHITE, '0-1': BLACK, '1/2-1/2': null }

export const START: FenRecord = { position: startPosition(), pliesSinceRemoval: 0, moveNumber: 1 }

/** A new game. */
export function createMatch(setup: Setup, first: FenRecord = START): Match {
  const { opponent, seed, clock } = setup
  const isTwo = opponent === 'person'
  const human = isTwo ? first.position.turn : setup.human
  const budget = clock ? clock.minutes * 60_000 : 0
  return {
    setup,
    first,
    session: createSession(localLevel(opponent) ?? 'HARD', seed, human, first.position),
    undone: [],
    times: clock ? [[budget, budget]] : [],
    resigned: null,
    flagged: null,
    recorded: null,
    names: null,
  }
}

/** The level as the player in the page knows it, or null where only the server plays it. */
export function localLevel(opponent: Opponent): Level | null {
  if (opponent === 'person' || opponents[opponent].needsServer) return null
  return opponent.toUpperCase() as Level
}

/** Whether two people share the board. */
export function isShared(match: Match): boolean {
  return match.setup.opponent === 'person'
}

/** Plies since a man was taken, at a ply of the game. */
export function pliesSinceRemoval({ first, session }: Match, ply = session.moves.length): number {
  for (let back = 0; back < ply; back++) {
    if (session.moves[ply - 1 - back].captured !== null) return back
  }
  return first.pliesSinceRemoval + ply
}

/** The number of the move that is played at a ply. */
export function moveNumberAt({ first }: Match, ply: number): number {
  const begunByBlack = first.position.turn === BLACK ? 1 : 0
  return first.moveNumber + Math.floor((ply + begunByBlack) / 2)
}

/** The position at a ply with its counters. */
export function recordAt(match: Match, ply = match.session.moves.length): FenRecord {
  return {
    position: match.session.positions[ply],
    pliesSinceRemoval: pliesSinceRemoval(match, ply),
    moveNumber: moveNumberAt(match, ply),
  }
}

/** The same as FEN. */
export function fenAt(match: Match, ply = match.session.moves.length): string {
  const record = recordAt(match, ply)
  return formatFen(record.position, record.pliesSinceRemoval, record.moveNumber)
}

/** The game so far as the server wants it. */
export function gameSoFar(match: Match): GameSoFar {
  const { position, pliesSinceRemoval: since, moveNumber } = match.first
  return {
    fen: formatFen(position, since, moveNumber),
    moves: match.session.moves.map(formatAlgebraic),
  }
}

/** Who won and why, or null while the game goes on. */
export function matchOutcome(match: Match): MatchOutcome | null {
  const { session, resigned, flagged, recorded } = match
  if (resigned !== null) return { winner: other(resigned), reason: 'resignation' }
  if (flagged !== null) return { winner: other(flagged), reason: 'time' }
  if (recorded !== null) return { winner: WINNERS[recorded], reason: 'record' }
  const position = currentPosition(session)
  const decided = outcome(position)
  if (decided || position.removing) return decided
  if (occurrences(session.positions, position) >= REPETITIONS) return { winner: null, reason: 'repetition' }
  if (pliesSinceRemoval(match) >= PLY_LIMIT) return { winner: null, reason: 'no removal for too long' }
  return null
}

/** Whether the computer is to move. */
export function isComputersTurn(match: Match): boolean {
  if (isShared(match) || matchOutcome(match)) return false
  return lastPosition(match.session).turn !== match.setup.human
}

/** Somebody chooses a point: places, selects, moves, takes, or is told why not. */
export function choosePoint(match: Match, point: Point): Happening[] {
  if (matchOutcome(match)) return [{ kind: 'wrong', complaint: 'game over', point }]
  return change(match, () => act(match.session, point))
}

/** Plays a whole turn. Throws where it is illegal. */
export function playTurn(match: Match, move: Move): Happening[] {
  return change(match, () => playMove(match.session, move))
}

function change(match: Match, action: () => Happening[]): Happening[] {
  const { session } = match
  const before = session.moves.length
  const happenings = action()
  if (session.moves.length > before) {
    match.undone = []
    afterTurn(match)
  }
  return happenings
}

/** Whoever is to move now sits at the shared board. */
function afterTurn(match: Match): void {
  if (isShared(match)) match.session.human = lastPosition(match.session).turn
}

export function resign(match: Match): void {
  if (!matchOutcome(match)) match.resigned = isShared(match) ? currentPosition(match.session).turn : match.setup.human
}

/** Whether the game ended by somebody's word, not by the moves. */
function isDeclared({ resigned, recorded }: Match): boolean {
  return resigned !== null || recorded !== null
}

/** Whether something can be taken back. */
export function canTakeBack(match: Match): boolean {
  const { session, setup } = match
  if (isDeclared(match) || session.step) return true
  const turns = session.positions.slice(0, -1)
  return isShared(match) ? turns.length > 0 : turns.some(({ turn }) => turn === setup.human)
}

/** Goes back to the person's last choice; a resignation, or a file's result, is taken back alone. */
export function takeBack(match: Match): boolean {
  if (!canTakeBack(match)) return false
  if (isDeclared(match)) {
    match.resigned = null
    match.recorded = null
    return true
  }
  const { session } = match
  const moves = [...session.moves]
  // Of a shared board one turn is taken back, and it is the other side's.
  if (isShared(match) && !session.step) session.human = other(lastPosition(session).turn)
  undo(session)
  match.flagged = null
  match.undone.push(...moves.slice(session.moves.length).reverse())
  match.times.length = Math.min(match.times.length, session.positions.length)
  afterTurn(match)
  return true
}

/** Plays again what was taken back, up to the person's next choice. */
export function playAgain(match: Match): Happening[] {
  const happenings: Happening[] = []
  const { session } = match
  session.step = null
  do {
    const move = match.undone.pop()
    if (!move) break
    happenings.push(...playMove(session, move))
    if (match.times.length) match.times.push(match.times[match.times.length - 1])
  } while (isComputersTurn(match))
  afterTurn(match)
  return happenings
}

/** Takes everything back that was played after a ply. */
export function rewind(match: Match, ply: number): void {
  const { session } = match
  unselect(session)
  session.step = null
  session.mills = 0
  match.resigned = null
  match.flagged = null
  match.recorded = null
  match.undone.push(...session.moves.splice(ply).reverse())
  session.positions.length = ply + 1
  match.times.length = Math.min(match.times.length, session.positions.length)
  afterTurn(match)
}

/** A game as it stood at a ply. */
export function sessionAt({ session }: Match, ply: number): Session {
  return {
    ...session,
    positions: session.positions.slice(0, ply + 1),
    moves: session.moves.slice(0, ply),
    step: null,
    selected: null,
    suggestion: null,
    mills: 0,
  }
}

/** A colour as a key of texts. */
export function colorName(color: Color): 'white' | 'black' {
  return color === WHITE ? 'white' : 'black'
}
