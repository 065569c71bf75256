/** Addresses of positions: the FEN with underscores for spaces, which browsers leave readable. */
import { NotationError, formatFen, parseFen, startOf } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { NINE, naming } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import { variantNamed } from '../../core/rules/variants'
import { addressOf } from './api'
import { keptVariant } from './kept-variant'
import type { Theme } from './settings'

/** Where missing tables can be solved. */
export const SOLVING_ANCHOR = 'solving'
export const SOLVING = `./results#${SOLVING_ANCHOR}`

/** The address of a FEN in Explore. */
export function exploreAddress(fen: string, variant: Variant = NINE): string {
  return `./explore?${queryOf(fen, variant)}`
}

/** The address of a position in Explore. */
export function addressOfRecord(record: FenRecord): string {
  return exploreAddress(formatFen(record), record.position.variant)
}

/** The address of the results of a variant. */
export function resultsAddress(variant: Variant): string {
  return `./results?variant=${variant.name}`
}

/** The address of Play for a variant. */
export function playAddress(variant: Variant): string {
  return naming(variant).variant ? `./?variant=${variant.name}` : './'
}

/** The address that starts a game from a position, against your last opponent or a given level. */
export function playAddressOf(record: FenRecord, level?: string): string {
  return `./?${queryOfRecord(record)}${level ? `&level=${level}` : ''}`
}

/** The address that asks for the terms of a game with a friend from a position. */
export function peopleAddressOf(record: FenRecord): string {
  return `./people?${queryOfRecord(record)}`
}

function queryOfRecord(record: FenRecord): string {
  return queryOf(formatFen(record), record.position.variant)
}

function queryOf(fen: string, variant: Variant): string {
  return `${naming(variant).variant ? `variant=${variant.name}&` : ''}fen=${fen.replaceAll(' ', '_')}`
}

/** The address of a picture of a position, `size` pixels wide. */
export function pictureAddress(fen: string, size: number, theme: Theme, variant: Variant = NINE): string {
  const query = { fen, ...naming(variant), size, theme: theme === 'contrast' ? 'high-contrast' : theme } as const
  return addressOf('GET /board.svg', { query })
}

/**
 * The variant that an address names. Without a name a position is one of Nine Men's Morris, and an
 * address without a position is of the variant chosen last. Throws `NotationError`.
 */
export function variantOfAddress({ searchParams }: URL): Variant {
  const name = searchParams.get('variant')
  if (name === null) return searchParams.has('fen') ? NINE : keptVariant()
  const variant = variantNamed(name)
  if (variant) return variant
  throw new NotationError('address.variant', { name: name.slice(0, 40) })
}

/** The position in an address, or the start position if it has none. Throws `NotationError`. */
export function recordOfAddress(url: URL): FenRecord {
  const variant = variantOfAddress(url)
  const text = url.searchParams.get('fen')
  return text === null ? startOf(variant) : parseFen(text.replaceAll('_', ' '), variant)
}
