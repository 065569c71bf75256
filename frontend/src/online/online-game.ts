/**
 * A game with people as this page knows it: the server's last document, and a move of ours that the
 * server has not confirmed yet. Nothing here depends on elements, timers or sockets.
 */
import type { Point } from '../core/rules/geometry'
import { formatMoves, parseAlgebraic, parseFen } from '../core/rules/notation'
import { NINE } from '../core/rules/nine'
import { BLACK, WHITE, formatMove } from '../core/rules/position'
import type { Color } from '../core/rules/position'
import { PASS } from '../core/rules/turn'
import { variantNamed } from '../core/rules/variants'
import { LOCKED, against, assign } from '../core/session/session'
import type { Controls, GameEvent } from '../core/session/session'
import { choosePoint, createMatch, playTurn, rewind, variantOf } from '../core/match/match'
import type { Match } from '../core/match/match'
import type { GameDocument } from '../generated/api'
import type { ColorName } from './documents'

/** More moves than this at once are not animated one by one. */
const ANIMATED = 2

export class OnlineGame {
  match: Match
  private pending: string | null = null

  /** `now` is when the document arrived. */
  constructor(
    public game: GameDocument,
    public arrived: number,
  ) {
    this.match = matchOf(game)
  }

  /** The visitor's colour; null for a spectator. */
  get own(): Color | null {
    return this.game.you && colorNamed(this.game.you)
  }

  /** Whether the visitor is to move, and no move of theirs is on its way. */
  get isOwnTurn(): boolean {
    const { state, turn, you } = this.game
    return state === 'running' && turn === you && this.pending === null
  }

  /**
   * Takes a document of the server; an older one changes nothing. Returns what happened on the board,
   * or null if the board has to be shown anew.
   */
  receive(game: GameDocument, now: number): readonly GameEvent[] | null {
    if (game.seq < this.game.seq) return []
    this.game = game
    this.arrived = now
    assign(this.match.session, controlsOf(game)) // a spectator may have taken a seat
    const shown = this.moves
    const isSame = game.moves.slice(0, shown.length).every((move, index) => move === shown[index])
    if (isSame && this.pending !== null && game.moves.length === shown.length - 1 && game.state === 'running') return []
    this.pending = null
    if (!isSame || game.moves.length < shown.length) {
      this.match = matchOf(game)
      return null
    }
    const events = game.moves.slice(shown.length).flatMap((text) => this.play(text))
    declare(this.match, game)
    return game.moves.length - shown.length > ANIMATED ? null : events
  }

  /** Handles the choice of a point; a whole move is pending until the server has confirmed it. */
  choose(point: Point): readonly GameEvent[] {
    return this.act(() => choosePoint(this.match, point))
  }

  pass(): readonly GameEvent[] {
    return this.act(() => playTurn(this.match, PASS))
  }

  private act(action: () => readonly GameEvent[]): readonly GameEvent[] {
    const before = this.match.session.moves.length
    const events = action()
    const { moves } = this.match.session
    if (moves.length > before) this.pending = formatMove(moves[before], variantOf(this.match).board)
    return events
  }

  /** The visitor's move that the server has not confirmed. */
  get unconfirmed(): string | null {
    return this.pending
  }

  /** Takes the unconfirmed move off the board: the server refused it. */
  withdraw(): void {
    if (this.pending === null) return
    this.pending = null
    rewind(this.match, this.game.moves.length)
    this.match.undone = []
  }

  private get moves(): readonly string[] {
    return formatMoves(this.match.session.moves, variantOf(this.match).board)
  }

  private play(text: string): readonly GameEvent[] {
    return playTurn(this.match, parseAlgebraic(text, variantOf(this.match).board))
  }
}

/** The game of a document, for the board, the move list and Review. */
export function matchOf(game: GameDocument): Match {
  const variant = variantNamed(game.variant) ?? NINE
  const first = parseFen(game.start_fen, variant)
  const match = createMatch({ opponent: 'person', human: WHITE, clock: null, seed: 0 }, first, controlsOf(game))
  match.names = [game.white?.name ?? '', game.black?.name ?? '']
  for (const text of game.moves) playTurn(match, parseAlgebraic(text, variant.board))
  declare(match, game)
  return match
}

/** The visitor plays one side, or none; the other side's moves come from the server. */
function controlsOf({ you }: GameDocument): Controls {
  return you ? against('nobody', colorNamed(you)) : LOCKED
}

/** Applies a result that the moves do not decide. */
function declare(match: Match, { outcome }: GameDocument): void {
  if (!outcome) return
  const { winner, reason } = outcome
  if (winner === null) match.recorded = reason === 'agreement' ? '1/2-1/2' : null
  else if (reason === 'resignation') match.resigned = loserTo(winner)
  else if (reason === 'time') match.flagged = loserTo(winner)
  else if (reason === 'abandoned') match.recorded = winner === 'white' ? '1-0' : '0-1'
}

function loserTo(winner: ColorName): Color {
  return winner === 'white' ? BLACK : WHITE
}

export function colorNamed(name: ColorName): Color {
  return name === 'white' ? WHITE : BLACK
}
