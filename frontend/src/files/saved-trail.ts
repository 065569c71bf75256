/** Saves the trail in this tab, so that it survives a reload or a visit to another page. */
import { formatFen, formatMoves, parseFen, parseMoves } from '../core/rules/notation'
import type { FenRecord } from '../core/rules/notation'
import { play } from '../core/rules/position'
import { NINE, naming } from '../core/rules/nine'
import { readAs, variantNamed } from '../core/rules/variants'
import { recordAt } from '../core/match/match'
import type { Match } from '../core/match/match'
import { loadMatch } from './saved-match'
import { addressOfRecord } from '../shell/services/addresses'
import { load, save } from '../shell/services/storage'
import { follow, isOn, startTrail } from '../core/match/trail'
import type { Line, Trail } from '../core/match/trail'

const NAME = 'trail'

interface KeptLine {
  /** Left out for Nine Men's Morris. */
  readonly variant?: string
  readonly fen: string
  readonly moves: readonly string[]
}

interface KeptTrail extends KeptLine {
  readonly ply: number
  readonly game: (KeptLine & { readonly title: string }) | null
}

export function keepTrail(trail: Trail): void {
  const { ply, game } = trail
  const kept: KeptTrail = { ...pack(trail), ply, game: game && { ...pack(game), title: game.title } }
  save(NAME, kept, 'sessionStorage')
}

/** Makes a game the one to walk through; returns the address of the position at `ply`. */
export function keepForExplore(match: Match, ply: number, title: string): string {
  const { first, session: { moves } } = match
  keepTrail({ first, moves, ply, game: { first, moves, title } })
  return addressOfRecord(recordAt(match, ply))
}

/**
 * The initial trail: the saved one if it contains the position, else the game on the Play page if
 * that does, else what follows from the saved one. `title` names the game on the Play page.
 */
export function trailFor(record: FenRecord, title: string): Trail {
  const kept = readTrail()
  if (kept && isOn(kept, record)) return follow(kept, record)
  const match = loadMatch(record.position.variant)
  if (match) {
    const played = startTrail(match.first, { first: match.first, moves: match.session.moves, title })
    if (isOn(played, record)) return follow(played, record)
  }
  return kept ? follow(kept, record) : startTrail(record)
}

/** The saved trail, or null if there is none or another version wrote it. */
function readTrail(): Trail | null {
  try {
    const { game, ply, ...line } = load(NAME, 'sessionStorage') as KeptTrail
    const unpacked = unpack(line)
    if (!(ply >= 0 && ply <= unpacked.moves.length)) return null
    return { ...unpacked, ply, game: game && { ...unpack(game), title: String(game.title) } }
  } catch {
    return null
  }
}

function pack({ first, moves }: Line): KeptLine {
  const { variant } = first.position
  return { ...naming(variant), fen: formatFen(first), moves: formatMoves(moves, variant.board) }
}

function unpack({ variant: name, fen, moves }: KeptLine): Line {
  const variant = variantNamed(name ?? NINE.name)
  if (!variant) throw new RangeError(name)
  return readAs(variant, (named) => {
    const first = parseFen(fen, named)
    const parsed = parseMoves(moves, named.board)
    parsed.reduce(play, first.position) // throws if a move is illegal
    return { first, moves: parsed }
  })
}
