/** What `probe.js` offers, in types: `openTables` returns a `Tables`. */

/** A result for one side. */
export type Result = 'win' | 'draw' | 'loss'

/** The value of a position for one side, under best play. It knows no draw rules such as repetition. */
export interface Value {
  readonly result: Result
  /**
   * The distance to the end of the game if the winner takes the shortest way and the loser the longest; null for a draw,
   * and where only results are stored.
   */
  readonly plies: number | null
}

/**
 * Where a value comes from: `table` if it is stored, `ahead` if it follows from the values of moves, and null if the game
 * is over, so that no table is needed.
 */
export type Source = 'table' | 'ahead' | null

/** The value of a position for the side to move. */
export interface Probe extends Value {
  readonly source: Source
}

/** A legal move, and its value for the side that plays it, in plies counted from the position. */
export interface RatedMove extends Value {
  /** As text: `d6`, `a1-a4`, `a1-a4xg7`, or `xg7` where a mill is closed already. */
  readonly move: string
  readonly source: Source
}

/** A position and all its moves. */
export interface Rating extends Probe {
  /** Best first: quickest wins first, slowest losses before quicker ones; none if the game is over. */
  readonly moves: readonly RatedMove[]
}

/** What may be said with a question. */
export interface Options {
  /** The variant; `nine` unless told otherwise. */
  readonly variant?: string
  /** Gives up when it aborts: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Requests and bytes so far. */
export interface Traffic {
  readonly requests: number
  readonly bytes: number
}

/** Reads files below a folder of tables. */
export interface Reader {
  /**
   * Reads bytes `start` to `end - 1` of a file, or all of it.
   *
   * It must reject with `MissingTableError` if there is no such file.
   */
  read(path: string, start?: number, end?: number, signal?: AbortSignal): Promise<Uint8Array>
  /** What it has fetched, if it counts; otherwise each call of `read` counts as a request. */
  readonly traffic?: Traffic
}

/** Men on the board, own and enemy, then men in hand; own men are those of the side to move. */
export type Men = readonly [own: number, enemy: number, ownInHand: number, enemyInHand: number]

/** What a table stores: exact distances, or results alone. */
export type Kind = 'distance' | 'wdl'

/** A file below the folder of tables. */
export interface FileEntry {
  readonly path: string
  readonly bytes: number
}

/** A table, with the files that hold it. */
export interface TableListing {
  /** As `4-3`, own men first, or `4-3+5-5` with men in hand; `4-3.wdl` without distances. */
  readonly name: string
  readonly men: Men
  readonly kind: Kind
  readonly positions: number
  /** The model first, if there is one; no files if the values follow from other tables. */
  readonly files: readonly FileEntry[]
}

/**
 * The tables of a host or a folder.
 *
 * Every question rejects with a `TablesError` if it cannot be answered: a wrong value is never returned.
 */
export interface Tables {
  /** The variants that there are tables of. */
  readonly variants: readonly string[]
  /** What was fetched so far. */
  readonly traffic: Traffic
  /** Whether there are tables of a variant. */
  has(variant: string): boolean
  /** The value of a position; rejects with `FenError` if the text is not a FEN. */
  probe(fen: string, options?: Options): Promise<Probe>
  /** The legal moves with their values, best first. */
  moves(fen: string, options?: Options): Promise<readonly RatedMove[]>
  /** Both in one: it reads no more than `moves` does, since a position is worth what its best move is. */
  rate(fen: string, options?: Options): Promise<Rating>
  /** The tables of a variant, as its catalog lists them. */
  list(variant: string, signal?: AbortSignal): Promise<readonly TableListing[]>
  /** The files that describe the tables of a variant: with those of `list`, a complete copy. */
  catalogs(variant: string): readonly string[]
}
