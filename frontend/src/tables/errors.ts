/**
 * What can go wrong with tables on a web host.
 *
 *     TablesError
 *       MissingTableError    the host has no such table
 *       DamagedTableError    what the host sent is not what was written
 *       RangeRequestError    the host sends whole files only
 *       CrossOriginError     the host refuses pages of other origins
 *       NetworkError         the host cannot be reached, or cannot answer now
 *
 * Each message says what to do; `FenError` is about the question, not about tables. A value is returned only if everything it follows from was checked.
 */

/** The base of all errors about tables; `kind` says which one it is, also where its class is lost on the way. */
export abstract class TablesError extends Error {
  abstract readonly kind: 'missing' | 'damaged' | 'ranges' | 'origin' | 'network'
}

/** The host has no table of a position, or no tables at all. */
export class MissingTableError extends TablesError {
  override readonly name = 'MissingTableError'
  readonly kind = 'missing'
}

/** A part of a file is not what was written: damaged, cut off, or of another table or version. */
export class DamagedTableError extends TablesError {
  override readonly name = 'DamagedTableError'
  readonly kind = 'damaged'
}

/** The host ignores range requests: it would send whole tables where a few kilobytes are needed. */
export class RangeRequestError extends TablesError {
  override readonly name = 'RangeRequestError'
  readonly kind = 'ranges'
}

/** The host answers, but does not allow pages of other origins to read the answer. */
export class CrossOriginError extends TablesError {
  override readonly name = 'CrossOriginError'
  readonly kind = 'origin'
}

/** The host cannot be reached, or says that it cannot answer now. */
export class NetworkError extends TablesError {
  override readonly name = 'NetworkError'
  readonly kind = 'network'
}

/** A text is not a FEN, or not of a position of the variant. */
export class FenError extends Error {
  override readonly name = 'FenError'
}
