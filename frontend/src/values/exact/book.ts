/**
 * The book of a site: exact values of the first positions of a game, in a file of 6 KB, where tables would take their
 * catalog and a request for each. There is one for every variant whose book ships, with tables on the site or without.
 */
import { count } from '../../core/rules/geometry'
import { parseFen } from '../../core/rules/notation'
import { sidesOf } from '../../core/rules/position'
import type { Position } from '../../core/rules/position'
import { variantNamed } from '../../core/rules/variants'
import type { Rating } from '../../tables/api'
import { BoardIndex } from '../../tables/index/table-index'
import { ratePosition } from '../../tables/tables'
import { valueOfScore } from '../../tables/value'

/** What `make_book` of `merels.site.pages` writes: scores as in tables, by men, in base64. */
export interface BookDocument {
  readonly tables: Readonly<Record<string, string>>
}

/** Rates a position and its moves; null if the book lacks one of them. */
export async function rateByBook({ tables }: BookDocument, fen: string, variantName: string): Promise<Rating | null> {
  const variant = variantNamed(variantName)
  if (!variant) return null
  const index = new BoardIndex(variant.board)
  const scoreOf = (position: Position): number => {
    const { own, enemy, ownInHand, enemyInHand } = sidesOf(position)
    const men = [count(own), count(enemy)] as const
    const scores = atob(tables[[...men, ownInHand, enemyInHand].join()] ?? '')
    return scores.charCodeAt(index.table(...men).slotOf(own, enemy)) // NaN if it is not there
  }
  const rating = await ratePosition(parseFen(fen, variant).position, (after) =>
    Promise.resolve(after.map((position) => ({ ...valueOfScore(scoreOf(position)), source: 'table' }))),
  )
  return rating.moves.some(({ plies }) => Number.isNaN(plies)) ? null : rating
}
