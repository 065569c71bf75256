import { afterEach, describe, expect, test, vi } from 'vitest'
import { keepInMemory } from './memory-storage'
import { NotationError, START, formatFen, parseFen, startOf } from '../../../../src/core/rules/notation'
import { addressOfRecord, pictureAddress, playAddress, playAddressOf, recordOfAddress, variantOfAddress } from '../../../../src/shell/services/addresses'
import { keepVariant, keptVariant } from '../../../../src/shell/services/kept-variant'
import { NINE } from '../../../../src/core/rules/nine'
import { VARIANTS, VARIANT_NAMES } from '../../../../src/core/rules/variants'
import { complaintOf } from '../../speeches'

const ENDGAME = parseFen('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 7')

describe('addresses', () => {
  test('name a position and lead back to it', () => {
    const address = addressOfRecord(ENDGAME)
    expect(address).toBe('./explore?fen=***@*@**/**O*O@**/*******O_w_m_s_3_0_3_0_0_0_0_0_0_0_0_0_7')
    expect(recordOfAddress(new URL(address, 'http://x'))).toEqual(ENDGAME)
    expect(recordOfAddress(new URL('/explore', 'http://x'))).toEqual(START)
  })

  test('may contain escaped characters', () => {
    const escaped = `http://x/explore?fen=${encodeURIComponent(formatFen(ENDGAME))}`
    expect(recordOfAddress(new URL(escaped))).toEqual(ENDGAME)
  })

  test('that are not positions are rejected', () => {
    expect(() => recordOfAddress(new URL('http://x/explore?fen=nonsense'))).toThrow(NotationError)
  })
})

describe('variants', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('are named, unless it is nine', () => {
    const address = addressOfRecord(startOf(VARIANTS.three))
    expect(address).toBe('./explore?variant=three&fen=*/********_w_p_p_0_3_0_3_0_0_0_0_0_0_0_0_1')
    expect(playAddressOf(startOf(VARIANTS.lasker), 'hard')).toMatch(/^\.\/\?variant=lasker&fen=.*&level=hard$/)
    expect([playAddress(NINE), playAddress(VARIANTS.six)]).toEqual(['./', './?variant=six'])
    expect(pictureAddress('x', 720, 'light', VARIANTS.six)).toContain('fen=x&variant=six&size=720')
    expect(pictureAddress('x', 720, 'light')).not.toContain('variant')
  })

  test.each(VARIANT_NAMES)('%s is found again', (name) => {
    const start = startOf(VARIANTS[name])
    expect(recordOfAddress(new URL(addressOfRecord(start), 'http://x'))).toEqual(start)
    expect(variantOfAddress(new URL(`http://x/play?variant=${name}`))).toBe(VARIANTS[name])
  })

  test('a position without a name is one of nine, and a name that is none is refused', () => {
    expect(variantOfAddress(new URL('http://x/explore?fen=x'))).toBe(NINE)
    expect(complaintOf(() => variantOfAddress(new URL('http://x/?variant=seven')))).toContain('“seven” is not one of the games')
  })

  test('the one chosen last is kept', () => {
    const kept = keepInMemory()
    expect(keptVariant()).toBe(NINE)
    keepVariant(VARIANTS.six)
    expect(variantOfAddress(new URL('http://x/'))).toBe(VARIANTS.six)
    expect(variantOfAddress(new URL('http://x/explore'))).toBe(VARIANTS.six)
    kept.set('merels.variant', '"gone"')
    expect(keptVariant()).toBe(NINE)
  })
})
