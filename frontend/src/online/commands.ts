/**
 * What a player asks of the server, in order and each exactly once.
 *
 * A command has the number of the event that it would become, so the server can tell a repeated one
 * from a new one. One command is under way at a time. After a lost connection it is sent again as it
 * was; if something else happened first, it gets the next number, provided that it still makes sense.
 */
import type { GameDocument } from '../generated/api'
import type { Offer, Phrase } from './documents'

export type PlayerAction =
  | { readonly type: 'move'; readonly move: string }
  | { readonly type: 'accept' | 'decline'; readonly what: Offer }
  | { readonly type: 'say'; readonly phrase: Phrase }
  | { readonly type: 'offer_draw' }
  | { readonly type: 'takeback' }
  | { readonly type: 'resign' }
  | { readonly type: 'rematch' }

export type Command = PlayerAction & { readonly seq: number }

interface Asked {
  readonly action: PlayerAction
  /** The number of moves when the player asked. */
  readonly ply: number
}

export class CommandQueue {
  private readonly waiting: Asked[] = []
  private sent: (Asked & { readonly command: Command }) | null = null
  /** The last event known to be ours; the document that includes it may still be on its way. */
  private acknowledged = 0

  /** Adds an action of somebody who sees the game in this state. */
  add(action: PlayerAction, { moves }: Pick<GameDocument, 'moves'>): void {
    this.waiting.push({ action, ply: moves.length })
  }

  /** Whether an action of this type waits for its answer. */
  has(type: PlayerAction['type']): boolean {
    return this.sent?.action.type === type || this.waiting.some(({ action }) => action.type === type)
  }

  /** The command to send now, or null. */
  next(game: GameDocument): Command | null {
    if (this.sent) return null
    for (let asked = this.waiting.shift(); asked; asked = this.waiting.shift()) {
      if (!makesSense(asked, game)) continue
      const command = { ...asked.action, seq: Math.max(game.seq, this.acknowledged) + 1 }
      this.sent = { ...asked, command }
      return command
    }
    return null
  }

  /** The command without an answer, to be sent again over a new connection. */
  get unanswered(): Command | null {
    return this.sent?.command ?? null
  }

  /** The server has carried out a command. */
  acknowledge(seq: number): void {
    if (this.sent?.command.seq !== seq) return
    this.acknowledged = Math.max(this.acknowledged, seq)
    this.sent = null
  }

  /** The server has refused a command; returns the action, unless it is worth another attempt. */
  refuse(seq: number, isStale: boolean, game: GameDocument): PlayerAction | null {
    const { sent } = this
    if (sent?.command.seq !== seq) return null
    this.sent = null
    if (!isStale || !makesSense(sent, game)) return sent.action
    this.waiting.unshift(sent)
    return null
  }
}

/** Whether an action still means what the player meant. */
function makesSense({ action, ply }: Asked, game: GameDocument): boolean {
  const isRunning = game.state === 'running'
  if (action.type === 'say') return true
  if (action.type === 'resign' || action.type === 'offer_draw') return isRunning
  if (action.type === 'move') return isRunning && game.moves.length === ply && game.turn === game.you
  if (action.type === 'takeback') return isRunning && game.moves.length === ply
  if (action.type === 'rematch') return game.state === 'finished' && game.rematch_id === null
  const by = game.offers[action.what]
  return by !== null && by !== game.you
}
