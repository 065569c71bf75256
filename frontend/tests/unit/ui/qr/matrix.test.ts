import { expect, test } from 'vitest'
import { qrCode } from '../../../../src/ui/qr/matrix'
import { encode } from '../../../../src/ui/qr/codewords'
import VECTORS from './qr-codes.json'

test.each(Object.entries(VECTORS))('%s has the modules that another encoder draws', (text, rows) => {
  expect(qrCode(text).map((row) => row.map(Number).join(''))).toEqual(rows)
})

test.each([
  [14, 1],
  [15, 2],
  [62, 4],
  [106, 6],
])('a text of %i bytes has version %i', (length, version) => {
  const { codewords, ...found } = encode('x'.repeat(length))
  expect(found.version).toBe(version)
  expect(codewords).toHaveLength([26, 44, 70, 100, 134, 172][version - 1])
})

test('a text that is too long is refused', () => {
  expect(() => qrCode('x'.repeat(107))).toThrow('a text of 107 bytes is too long for a QR code')
  expect(() => qrCode('ミ'.repeat(36))).toThrow('108 bytes')
})
