import { describe, expect, test } from 'vitest'
import { legalMoves, startPosition, successor } from '../../src/rules'
import type { Position } from '../../src/rules'

function countLeaves(position: Position, depth: number): number {
  if (depth === 0) return 1
  return legalMoves(position).reduce(
    (leaves, move) => leaves + countLeaves(successor(position, move), depth - 1),
    0,
  )
}

describe('perft', () => {
  test.each([24, 552, 12144, 255024])('from the empty board: %i', (leaves) => {
    const depth = [24, 552, 12144, 255024].indexOf(leaves) + 1
    expect(countLeaves(startPosition(), depth)).toBe(leaves)
  })
})
