/** Variants of the game: a board and rules, as the Python package describes them. */
import type { Geometry, Mask, Point } from './geometry'
import type { Marks, Move, Sides } from './turn'

/**
 * When a side may move a man to any empty point: never, with three men and none in hand, or with three
 * men on the board and in hand together.
 */
export type Flying = 'never' | 'three-on-board' | 'three-in-all'

/** Whether a side places all its men first, or may place or move on every turn. */
export type Placing = 'first' | 'any-turn'

/** What a board without an empty point means for the side to move. */
export type FullBoard = 'loss' | 'draw'

/** Rules that few variants change. */
export interface UnusualRules {
  /** Whether a mill captures while men are placed, or each side takes a man when all are placed. */
  readonly captures: 'at-once' | 'after-placing'
  /** Whether a man in a mill is safe while others are not. */
  readonly protected: boolean
  /** Whether a move that closes two mills takes two men. */
  readonly several: boolean
  /** Whether a side that cannot move has lost, or passes and the other side opens a way for it. */
  readonly blocked: 'loss' | 'give-way'
  /** Whether a man that left a mill and so closed another may not go straight back into a mill. */
  readonly returnBan: boolean
}

/** What follows a turn: the position as its side to move sees it. */
export interface Next {
  readonly after: Sides
  /** Whether the side that has just had its turn is to move. */
  readonly again: boolean
}

/** Why a man does not go where there is a way. */
export type Detour = 'banned' | 'give way'

/** The moves of a variant that changes such rules; `unusual.ts` has them, so that the mini-game need not. */
export interface Unusual extends UnusualRules {
  /** All legal moves, outside mid-turn. */
  moves(sides: Sides, variant: Variant): Move[]
  /** The captures that complete a turn. */
  removals(sides: Sides, variant: Variant): Move[]
  /** What follows a legal move. */
  follow(sides: Sides, move: Move, variant: Variant): Next
  /** What the mover sees after part of a turn. */
  halfway(sides: Sides, half: Move, variant: Variant): Sides
  /** How many men a step takes. */
  due(sides: Sides, origin: Point | null, target: Point, variant: Variant): number
  /** The men that may be taken next. */
  takeable(enemy: Mask, variant: Variant): Mask
  /** Whether the side to move must open a way, as its enemy cannot move. */
  givesWay(sides: Sides, variant: Variant): boolean
  /** Why a man does not go to an empty point in its reach. */
  detour(sides: Sides, origin: Point | null, target: Point, variant: Variant): Detour | null
  /** The fields of a FEN that say what a position remembers: men to remove, and bans, White's first. */
  fields(marks: Sides['marks'], isWhite: boolean, removing: boolean, board: Geometry): string
  /** Whether what a position remembers, White's first, agrees with its men. */
  fits(sides: Sides, removing: boolean, isWhite: boolean, variant: Variant): boolean
  /** Reads these fields into the sides, White's first, or returns null if they cannot be. */
  read(sides: Sides, fields: readonly number[], isWhite: boolean, removing: boolean, variant: Variant): Read | null
}

/** What a FEN says besides the men; marks White's first. */
export interface Read {
  readonly removing: boolean
  readonly marks: Marks | null
}

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
  /** Moves of each without a capture that draw a played game, by men such as `4-3`, the larger number first. */
  readonly drawAfter?: Readonly<Record<string, number>>
  /** Missing if all its other rules are as in nine men's morris. */
  readonly unusual?: Unusual
}

/** The rules of a variant as generated; their texts are checked by the Python package. */
export interface VariantFacts {
  readonly title: string
  readonly men: number
  readonly flying: string
  readonly placing: string
  readonly fullBoard: string
  readonly drawAfter?: Readonly<Record<string, number>>
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
