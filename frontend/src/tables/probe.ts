/**
 * Exact values of Nine Men's Morris and its variants, read from static files on any web host: a module without
 * dependencies for browsers, Node and Deno.
 *
 * ```js
 * import { openTables } from './probe.js'
 *
 * const tables = await openTables('https://host/tables/')
 * await tables.probe('***@*@*@/********\/***O*O*O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1', { variant: 'nine' })
 * ```
 */
import { NotationError, parseFen } from '../core/rules/notation'
import type { Fault, FenRecord } from '../core/rules/notation'
import type { Variant } from '../core/rules/variant'
import { notation } from '../texts/en'
import { fillIn } from '../texts/keys'
import type { Params } from '../texts/keys'
import type { Reader, Tables } from './api'
import { FenError } from './errors'
import { openTables as open } from './tables'

export type * from './api'
export * from './errors'
export { readerOf, stackReaders } from './reader'

/**
 * Opens tables: those at an address, which is that of the folder `tables` of a site, or those that a reader reads. An
 * address is relative to the page; in Node and Deno it may also be a folder.
 */
export function openTables(source: string | URL | Reader): Promise<Tables> {
  return open(source, parseInEnglish)
}

function parseInEnglish(fen: string, variant: Variant): FenRecord {
  try {
    return parseFen(fen, variant)
  } catch (error) {
    if (error instanceof NotationError) throw new FenError(describe(error))
    throw error
  }
}

function describe({ key, params }: Fault): string {
  const inWords = Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? describe(value) : value])
  return fillIn((notation as Readonly<Record<string, string>>)[key], Object.fromEntries(inWords) as Params)
}
