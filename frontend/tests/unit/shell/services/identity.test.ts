import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepInMemory } from './memory-storage'
import { identityHeader, keepSecret, needSecret, ownSecret, privateLink, secretOf } from '../../../../src/shell/services/identity'

const SECRET = 'AAECAwQFBgcICQoLDA0ODw'

let kept: Map<string, string>
beforeEach(() => {
  kept = keepInMemory()
})
afterEach(() => vi.unstubAllGlobals())

test('a secret is made when it is needed, and kept', () => {
  const secret = needSecret()
  expect(secret).toMatch(/^[\w-]{22}$/)
  expect(needSecret()).toBe(secret)
  expect(JSON.parse(kept.get('merels.secret') ?? '')).toBe(secret)
  expect(identityHeader()).toEqual({ Authorization: `Bearer ${secret}` })
})

test('a private link carries the secret behind its #', () => {
  keepSecret(SECRET)
  const link = new URL(privateLink())
  expect(link.href).toBe(`http://localhost/people#secret=${SECRET}`)
  expect(secretOf(link)).toBe(SECRET)
  expect(ownSecret()).toBe(SECRET)
})

test.each(['', '#secret=', '#secret=short', `#secret=${SECRET}x`, '#secret=AAECAwQFBgcICQoLDA0ODx'])('“%s” has no secret', (hash) => {
  expect(secretOf({ hash })).toBeNull()
})
