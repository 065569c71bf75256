/**
 * What a player asks of the server, in order and each exactly once.
 *
 * A command has the number of the event that it would become, so the server can tell a repeated one
 * from a new one. One command is under way at a time. After a lost connection it is sent again as it
 * was; if something else happened first, it gets the next number, provided that it still makes sense.
 */
import type { GameDocument, Offer, Phrase } from './documents'

export type Wish =
  | { readonly type: 'move'; readonly move: string }
  | { readonly type: 'accept' | 'decline'; readonly what: Offer }
  | { readonly type: 'say'; readonly phrase: Phrase }
  | { readonly type: 'offer_draw' }
  | { readonly type: 'takeback' }
  | { readonly type: 'resign' }
  | { readonly type: 'rematch' }

export type Command = Wish & { readonly seq: number }

interface Asked {
  readonly wish: Wish
  /** The number of moves when the player asked. */
  readonly ply: number
}

export class CommandQueue {
  private readonly waiting: Asked[] = []
  private sent: (Asked & { readonly command: Command }) | null = null
  /** The last event known to be ours; the document that includes it may still be on its way. */
  private acknowledged = 0

  /** Adds a wish of somebody who sees the game in this state. */
  add(wish: Wish, { moves }: Pick<GameDocument, 'moves'>): void {
    this.waiting.push({ wish, ply: moves.length })
  }

  /** Whether a wish of this type waits for its answer. */
  has(type: Wish['type']): boolean {
    return this.sent?.wish.type === type || this.waiting.some(({ wish }) => wish.type === type)
  }

  /** The command to send now, or null. */
  next(game: GameDocument): Command | null {
    if (this.sent) return null
    for (let asked = this.waiting.shift(); asked; asked = this.waiting.shift()) {
      if (!makesSense(asked, game)) continue
      const command = { ...asked.wish, seq: Math.max(game.seq, this.acknowledged) + 1 }
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

  /** The server has refused a command; returns the wish, unless it is worth another attempt. */
  refuse(seq: number, isStale: boolean, game: GameDocument): Wish | null {
    const { sent } = this
    if (sent?.command.seq !== seq) return null
    this.sent = null
    if (!isStale || !makesSense(sent, game)) return sent.wish
    this.waiting.unshift(sent)
    return null
  }
}

/** Whether a wish still means what the player meant. */
function makesSense({ wish, ply }: Asked, game: GameDocument): boolean {
  const isRunning = game.state === 'running'
  if (wish.type === 'say') return true
  if (wish.type === 'resign' || wish.type === 'offer_draw') return isRunning
  if (wish.type === 'move') return isRunning && game.moves.length === ply && game.turn === game.you
  if (wish.type === 'takeback') return isRunning && game.moves.length === ply
  if (wish.type === 'rematch') return game.state === 'finished' && game.rematch_id === null
  const by = game.offers[wish.what]
  return by !== null && by !== game.you
}
