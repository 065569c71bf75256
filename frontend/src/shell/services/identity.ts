/**
 * Who the visitor is to the server: a secret that the browser makes and keeps.
 *
 * It holds seats and the rating. It is sent as a header and in the first message of a socket, never in
 * an address; the private link to another device carries it behind `#`, which browsers do not send.
 */
import { wholeAddress } from './root'
import { load, save } from './storage'

const NAME = 'secret'
const BYTES = 16

/** Sixteen bytes as base64url: the last of the 22 characters has two bits. */
const SHAPE = /^[\w-]{21}[AQgw]$/
const LINK = /^#secret=([\w-]+)$/

/** Holds the secret of this visit where the browser keeps nothing. */
let current: string | null = null

/** The secret, or null if none was needed yet. */
export function ownSecret(): string | null {
  const kept = load(NAME)
  return typeof kept === 'string' && SHAPE.test(kept) ? kept : current
}

/** The secret; makes one if there is none. */
export function needSecret(): string {
  return ownSecret() ?? keepSecret(createSecret())
}

/** Makes a secret the visitor's own, in place of any other. */
export function keepSecret(secret: string): string {
  current = secret
  save(NAME, secret)
  return secret
}

/** The secret behind the `#` of a private link, or null. */
export function secretOf({ hash }: Pick<URL, 'hash'>): string | null {
  const [, secret = ''] = LINK.exec(hash) ?? []
  return SHAPE.test(secret) ? secret : null
}

/** The address that makes another device the same player. */
export function privateLink(): string {
  return wholeAddress(`./people#secret=${needSecret()}`)
}

/** The header that tells the server who asks; nothing without a secret. */
export function identityHeader(): { readonly Authorization?: string } {
  const secret = ownSecret()
  return secret ? { Authorization: `Bearer ${secret}` } : {}
}

function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
