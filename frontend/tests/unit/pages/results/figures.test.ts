import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decidedBy, movingTables, sharesOf, totals } from '../../../../src/pages/results/figures'
import type { ResultsDocument } from '../../../../src/generated/api'
import { exploreAddress, recordOfAddress } from '../../../../src/shell/services/addresses'

const FILE = new URL('../../../../../src/merels/values/solved/nine.json', import.meta.url)
const results = JSON.parse(readFileSync(FILE, 'utf8')) as ResultsDocument

test('shares are parts of one', () => {
  expect(sharesOf({ positions: 8, wins: 2, draws: 5, losses: 1, longest_win: 1, longest_loss: null })).toEqual([
    0.25, 0.625, 0.125,
  ])
  expect(sharesOf({ positions: 0, wins: 0, draws: 0, losses: 0, longest_win: null, longest_loss: null })).toEqual([
    0, 0, 0,
  ])
})

test('scores become plies: even ones are won, odd ones lost, 0 is drawn', () => {
  expect(decidedBy([100, 7, 5, 0, 2])).toEqual({
    wins: [{ plies: 1, positions: 5 }, { plies: 3, positions: 2 }],
    losses: [{ plies: 0, positions: 7 }],
  })
})

test('the document that ships adds up', () => {
  const { positions, tables, draws } = totals(results)
  const sum = (key: 'positions' | 'draws'): number => results.tables.reduce((all, each) => all + each[key], 0)
  expect([positions, draws, tables]).toEqual([sum('positions'), sum('draws'), results.tables.length])
  const { wins, losses } = decidedBy(results.phases.moving.histogram)
  expect(wins[wins.length - 1].plies).toBe(results.phases.moving.longest_win)
  expect(losses[losses.length - 1].plies).toBe(results.phases.moving.longest_loss)
  expect(movingTables(results).get('3-3')?.positions).toBe(169626)
})

test('its positions open in Explore', () => {
  const fens = results.tables.flatMap((table) => [table.longest_win_fen, table.longest_loss_fen])
  for (const fen of fens) {
    if (fen === null) continue
    const record = recordOfAddress(new URL(exploreAddress(fen), 'http://x'))
    expect(record.moveNumber).toBe(1)
  }
})
