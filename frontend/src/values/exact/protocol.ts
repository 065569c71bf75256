/** What a page and the worker that reads static tables say to each other; questions are numbered. */
import type { Rating } from '../../tables/api'
import type { TablesError } from '../../tables/errors'

/** What went wrong with tables: one of the five kinds, too little space to keep them, or anything else. */
export type TroubleKind = TablesError['kind'] | 'space' | 'other'

export interface Trouble {
  readonly kind: TroubleKind
  /** A sentence for whoever runs the site, in English. */
  readonly message: string
}

/** Tables could not answer; `message` says what whoever runs the site can do. */
export class TablesTrouble extends Error {
  override readonly name = 'TablesTrouble'

  constructor(readonly trouble: Trouble) {
    super(trouble.message)
  }
}

/** What to keep on the device: all positions after the placing, results of the whole game, or the whole game exactly. */
export const GOALS = ['endgames', 'results', 'exact'] as const
export type Goal = (typeof GOALS)[number]

/** What keeping something takes, in bytes. */
export interface Offer {
  readonly goal: Goal
  readonly bytes: number
  /** Those that are on the device. */
  readonly kept: number
}

export type Question =
  | { readonly kind: 'rate'; readonly fen: string; readonly variant: string }
  | { readonly kind: 'book'; readonly fen: string; readonly variant: string }
  | { readonly kind: 'offers'; readonly variant: string }
  | { readonly kind: 'forget'; readonly variant: string }
  | { readonly kind: 'keep'; readonly variant: string; readonly goal: Goal }

/** What each kind of question is answered with. */
export interface Answers {
  readonly rate: Rating
  /** Null if the book lacks the position. */
  readonly book: Rating | null
  readonly offers: readonly Offer[]
  readonly forget: readonly Offer[]
  readonly keep: readonly Offer[]
}

/** A question, or that the answer to one is no longer wanted. */
export type Asked = { readonly id: number } & (Question | { readonly kind: 'stop' })

/** An answer, news before it, or why there is none. */
export type Said = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly news: readonly Offer[] }
  | { readonly trouble: Trouble }
)
