import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LEVELS, evaluateState } from '../../../../src/core/players/evaluation'
import type { Level } from '../../../../src/core/players/evaluation'
import { chooseInSlices } from '../../../../src/core/players/player'
import { choose } from '../../../choose'
import { createStream, deriveSeed } from '../../../../src/core/players/random'
import { formatMove, legalMoves, sidesOf } from '../../../../src/core/rules/position'
import type { Position } from '../../../../src/core/rules/position'
import { formatAlgebraic, parseFen } from '../../../../src/core/rules/notation'
import { CHOICES, EVALUATIONS } from '../../vectors'

const NAMES = Object.keys(LEVELS) as Level[]

describe('the same as the players in Python', () => {
  test('choices in games of every phase, under several seeds', () => {
    expect(CHOICES.length).toBeGreaterThan(200)
    for (const { history, seed, choices } of CHOICES) {
      for (const [level, move] of choices) {
        const chosen = formatMove(choose(history, level, seed))
        expect(chosen, `${level} ${seed} ${JSON.stringify(history.at(-1))}`).toBe(move)
      }
    }
  })

  test('some of these choices depend on what has occurred before', () => {
    const changed = CHOICES.filter(({ history, seed, choices }) =>
      choices.some(([level, move]) => formatMove(choose(history.slice(-1), level, seed)) !== move),
    )
    expect(changed.length).toBeGreaterThan(5)
  })

  const record = new URL('../../../../../tests/engine/players/choices.txt', import.meta.url)
  test.each(readFileSync(record, 'utf8').trim().split('\n'))('recorded choice %#', (line) => {
    const [fen, plain, sharp, seed, easy, normal, hard, random] = line.split('; ')
    const { position } = parseFen(fen)
    const chosen = NAMES.map((level) => formatAlgebraic(choose([position], level, Number(seed))))
    expect(chosen).toEqual([easy, normal, hard])
    expect(formatAlgebraic(chooseAny(position, Number(seed)))).toBe(random)
    if (position.removing) return
    const sides = sidesOf(position)
    expect(evaluateState(sides, position.variant, LEVELS.NORMAL)).toBe(Number(plain))
    expect(evaluateState(sides, position.variant, LEVELS.HARD)).toBe(Number(sharp))
  })
})

/** The random mover of Python, which shows whether streams and orders of moves agree. */
function chooseAny(position: Position, seed: number) {
  const { white, black, whiteInHand, blackInHand, turn } = position
  const next = createStream(deriveSeed(seed, white, black, whiteInHand, blackInHand, turn, 1))
  const moves = legalMoves(position)
  return moves[next() % moves.length]
}

test('a finished game has no move to choose', () => {
  const over = EVALUATIONS.filter(({ outcome }) => outcome)
  expect(over.length).toBeGreaterThan(0)
  for (const { position } of over) expect(() => choose([position], 'EASY', 1)).toThrow('over')
})

/** How long each slice of a choice takes, in milliseconds. */
function measure(position: Position): number[] {
  const slices = chooseInSlices([position], 'HARD', 1)
  const times: number[] = []
  for (let done: boolean | undefined = false; !done; ) {
    const start = performance.now()
    done = slices.next().done
    times.push(performance.now() - start)
  }
  return times
}

describe('slices', () => {
  /** The positions with the most moves: a side that flies, and many men to capture. */
  const worst = EVALUATIONS.map(({ position }) => position)
    .map((position) => ({ position, turns: legalMoves(position).length }))
    .toSorted((one, two) => two.turns - one.turns)
    .slice(0, 12)
    .map(({ position }) => position)

  test('are shorter than 8 ms', () => {
    for (const position of worst) {
      // The same work takes the same slices; the shortest of several times is the least disturbed.
      const runs = Array.from({ length: 5 }, () => measure(position))
      const least = runs[0].map((_, slice) => Math.min(...runs.map((run) => run[slice])))
      expect(least.length).toBeGreaterThan(6)
      expect(Math.max(...least)).toBeLessThan(8)
    }
  })

  test('can be dropped and restarted without changing the choice', () => {
    for (const position of worst) {
      const before = choose([position], 'HARD', 1)
      const dropped = chooseInSlices([position], 'HARD', 1)
      for (let slice = 0; slice < 5; slice++) expect(dropped.next().done).toBe(false)
      expect(choose([position], 'HARD', 1)).toEqual(before)
    }
  })
})
