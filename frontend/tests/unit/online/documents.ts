/** Documents of games with people, as the server would send them. */
import type { GameDocument } from '../../../src/generated/api'
import { START, formatFen } from '../../../src/core/rules/notation'

const FEN = formatFen(START)

/** A running game in which you have White; changed as needed. */
export function gameDocument(changes: Partial<GameDocument> = {}): GameDocument {
  const moves = changes.moves ?? []
  return {
    id: 'k3J9sQ2x',
    seq: 1 + moves.length,
    variant: 'nine',
    start_fen: FEN,
    fen: FEN,
    moves,
    turn: moves.length % 2 ? 'black' : 'white',
    clock: { kind: 'none', seconds: 0, increment: 0, days: 0 },
    rated: false,
    listed: false,
    state: 'running',
    white: { id: 'w', name: 'Ada', rating: null, level: null, online: true },
    black: { id: 'b', name: null, rating: 1234, level: null, online: true },
    you: 'white',
    clocks: null,
    deadline: null,
    at_ms: 1_000_000,
    offers: { draw: null, takeback: null, rematch: null },
    declined: { draw: null, takeback: null, rematch: null },
    rematch_id: null,
    says: [],
    outcome: null,
    spectators: 0,
    created: 0,
    ended: null,
    rating_change: null,
    ...changes,
  }
}
