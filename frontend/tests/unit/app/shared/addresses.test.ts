import { describe, expect, test } from 'vitest'
import { NotationError, START, formatFen, parseFen } from '../../../../src/rules/notation'
import { addressOfRecord, recordOfAddress } from '../../../../src/app/shared/addresses'

const ENDGAME = parseFen('***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 7')

describe('addresses', () => {
  test('name a position and lead back to it', () => {
    const address = addressOfRecord(ENDGAME)
    expect(address).toBe('/explore?fen=***@*@**/**O*O@**/*******O_w_m_s_3_0_3_0_0_0_0_0_0_0_0_0_7')
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
