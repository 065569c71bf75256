/** Addresses of positions: the FEN with underscores for spaces, which browsers leave readable. */
import { START, formatFen, parseFen } from '../../rules/notation'
import type { FenRecord } from '../../rules/notation'
import { addressOf } from '../api'
import type { Theme } from './settings'

/** The address of a FEN in Explore. */
export function exploreAddress(fen: string): string {
  return `/explore?fen=${fen.replaceAll(' ', '_')}`
}

/** The address of a position in Explore. */
export function addressOfRecord(record: FenRecord): string {
  return exploreAddress(formatFen(record))
}

/** The address that starts a game from a position, against your last opponent or a given level. */
export function playAddressOf(record: FenRecord, level?: string): string {
  return `/?fen=${formatFen(record).replaceAll(' ', '_')}${level ? `&level=${level}` : ''}`
}

/** The address of a picture of a position, `size` pixels wide. */
export function pictureAddress(fen: string, size: number, theme: Theme): string {
  return addressOf('/board.svg', { fen, size, theme: theme === 'contrast' ? 'high-contrast' : theme })
}

/** The position in an address, or the start position if it has none. Throws `NotationError`. */
export function recordOfAddress(url: URL): FenRecord {
  const text = url.searchParams.get('fen')
  return text === null ? START : parseFen(text.replaceAll('_', ' '))
}
