/** Variants of the game: a board and rules, as the Python package describes them. */
import type { Geometry } from './geometry'

/**
 * When a side may move a man to any empty point: never, with three men and none in hand, or with three
 * men on the board and in hand together.
 */
export type Flying = 'never' | 'three-on-board' | 'three-in-all'

/** Whether a side places all its men first, or may place or move on every turn. */
export type Placing = 'first' | 'any-turn'

/** What a board without an empty point means for the side to move. */
export type FullBoard = 'loss' | 'draw'

export interface Variant {
  /** What commands, addresses and the server call it. */
  readonly name: string
  /** What game files call it. */
  readonly title: string
  readonly board: Geometry
  /** The number of men each side starts with. */
  readonly men: number
  readonly flying: Flying
  readonly placing: Placing
  readonly fullBoard: FullBoard
}

/** The rules of a variant as generated; their texts are checked by the Python package. */
export interface VariantFacts {
  readonly title: string
  readonly men: number
  readonly flying: string
  readonly placing: string
  readonly fullBoard: string
}

/** Joins the facts of a variant and its board. */
export function createVariant(name: string, board: Geometry, facts: VariantFacts): Variant {
  return {
    name,
    title: facts.title,
    board,
    men: facts.men,
    flying: facts.flying as Flying,
    placing: facts.placing as Placing,
    fullBoard: facts.fullBoard as FullBoard,
  }
}

/** What a variant is called in the name of a file, as `file_stem` of `merels.rules.variant` has it. */
export const fileStem = (name: string): string => name.replace(/[:=,]/g, '-')
