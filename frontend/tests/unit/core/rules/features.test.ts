import { expect, test } from 'vitest'
import { offers } from '../../../../src/core/rules/features'
import { VARIANTS } from '../../../../src/core/rules/variants'
import { readSource, sourceFiles } from '../../../../tools/flow'

test('what was made for Nine Men’s Morris is not offered for others', () => {
  expect(offers(VARIANTS.nine, 'engine')).toBe(true)
  expect(offers(VARIANTS.ten, 'engine')).toBe(false)
})

test('the pages ask what a variant offers, not which one it is', () => {
  const asking = sourceFiles().filter((file) => !file.startsWith('core/rules/') && /[!=]== NINE\b(?!\.)/.test(readSource(file)))
  expect(asking).toEqual([])
})
