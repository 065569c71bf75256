import { expect, test } from 'vitest'
import { describeBytes, describeSeconds } from '../../../../src/pages/results/amounts'
import { createSay } from '../../../../src/texts/texts'
import { ENGLISH } from '../../speeches'

const say = createSay(ENGLISH, 'solving')

test.each([
  [0.2, '1 s'],
  [42, '42 s'],
  [89.4, '89 s'],
  [90, '2 min'],
  [860, '14 min'],
  [5940, '99 min'],
  [9000, '2.5 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(describeSeconds(seconds, say)).toBe(text)
})

test.each([
  [0, '0 MB'],
  [22, '0.1 MB'],
  [155_000, '0.2 MB'],
  [997_744, '1.0 MB'],
  [204_000_000, '204 MB'],
  [1_600_000_000, '1.6 GB'],
  [5_278_687_693, '5.3 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(describeBytes(bytes, say)).toBe(text)
})
