/** What a page and the engine's worker say to each other: one search at a time. */
import type { Move } from '../rules/position'
import type { Iteration, Limits, SearchedGame } from './searcher'

export interface SearchRequest {
  readonly game: SearchedGame
  readonly limits: Limits
  /** How many of the best moves are wanted. */
  readonly lines: number
  /** The moves to choose from; all legal ones unless told otherwise. */
  readonly moves?: readonly Move[]
  /** Whether what earlier searches have learnt is forgotten first. */
  readonly isFresh?: boolean
}

/** Iterations one after the other, then `done`; or what went wrong. */
export type Message =
  | { readonly kind: 'iteration'; readonly iteration: Iteration }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string }
