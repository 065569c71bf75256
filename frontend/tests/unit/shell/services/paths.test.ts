import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gameIdOf, pathOf } from '../../../../src/shell/services/paths'
import { ROOT, prefixFor, wholeAddress } from '../../../../src/shell/services/root'
import { readSource, sourceFiles } from '../../../../tools/flow'

const FOLDER = new URL('https://host.example/games/merels/')

test.each([
  ['https://host.example/games/merels/', '/'],
  ['https://host.example/games/merels/index.html', '/'],
  ['https://host.example/games/merels/play', '/'],
  ['https://host.example/games/merels/explore?fen=x', '/explore'],
  ['https://host.example/games/merels/explore/?fen=x', '/explore'],
  ['https://host.example/games/merels/explore/index.html', '/explore'],
  ['https://host.example/games/merels/game/k3J9-sQ2x', '/game'],
  ['https://host.example/games/merels/tables/', null],
  ['https://host.example/games/', null],
  ['https://host.example/explore', null],
])('%s is the page %s', (address, path) => {
  expect(pathOf(new URL(address), FOLDER)).toBe(path)
})

test('at the root of a host, pages are where they were', () => {
  expect(ROOT.pathname).toBe('/')
  expect(pathOf(new URL('/results#solving', ROOT))).toBe('/results')
  expect(gameIdOf(new URL('/game/k3J9-sQ2x', ROOT))).toBe('k3J9-sQ2x')
  expect(wholeAddress('./explore?fen=x')).toBe('http://localhost/explore?fen=x')
})

test('what is kept is named by the folder, and as before at the root of a host', () => {
  expect([prefixFor(ROOT, '.'), prefixFor(ROOT, '-')]).toEqual(['merels.', 'merels-'])
  expect(prefixFor(FOLDER, '.')).toBe('merels /games/merels/ ')
})

/** An address that begins with a slash leads out of the folder; routes and icons are not addresses. */
test('no page has an address from the root of the host', () => {
  const pattern = /(href=|href', |navigate\(|replaceAddress\(|Link\([^)]*, )[{]?["'`]\/|fetch\(["'`]\//
  const found = sourceFiles().filter((file) => /\.tsx?$/.test(file) && pattern.test(readSource(file)))
  expect(found).toEqual([])
  expect(readFileSync(new URL('../../../../src/shell/index.html', import.meta.url), 'utf8')).not.toMatch(/(href|src)="\//)
})
