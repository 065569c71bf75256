/** Explore: the strip of moves, loaded games, Play from here, equal moves, where the best line stops. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { NAMES } from '../../../src/core/rules/nine'
import type { Point } from '../../../src/core/rules/geometry'
import { parseAlgebraic } from '../../../src/core/rules/notation'
import { formatMove } from '../../../src/core/rules/position'
import { problemsInThemes, seriousProblems } from './axe'
import { App, PHONE, closeBrowser, savedGame } from './site'
import type { AppOptions } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

/** White wins in 13; the server has the table. */
const WON = '***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1'
const GAME = '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. d6 f4 (1... d2) 2. f6 b4 3. b6xf4 d2 1-0\n\n'
const MOVES = ['d6', 'f4', 'f6', 'b4', 'b6xf4', 'd2']

async function open(fen: string | null, options: AppOptions = {}): Promise<void> {
  const path = fen === null ? '/explore' : `/explore?fen=${fen.replaceAll(' ', '_')}`
  app = await App.open({ path, ...options })
}

async function loadGame(pgn = GAME, choice = ''): Promise<void> {
  await app.button('Load a game').click()
  await app.page.locator('.dialog textarea').fill(pgn)
  if (choice) await app.page.getByRole('radio', { name: choice }).check()
  await app.button('Load').click()
  await expect.poll(() => app.page.locator('.trail-moves a').count()).toBe(MOVES.length)
}

const click = (...points: Point[]): Promise<void> => app.click(points.map((point) => NAMES[point]).join(' '))
const verdict = (): Promise<string> => app.page.locator('.verdict-text').innerText()
const fen = (): Promise<string> => app.page.locator('.explore-form input').inputValue()
const title = (): Promise<string> => app.page.locator('.trail-game .note').innerText()

/** The strip: its moves, the current one in brackets. */
const strip = (): Promise<string> =>
  app.page.locator('.trail-moves a').evaluateAll((links) =>
    links
      .map((link) => (link.hasAttribute('aria-current') ? `[${link.textContent}]` : link.textContent))
      .join(' '),
  )

/** The expected strip, from moves in algebraic notation. */
function stripOf(moves: readonly string[], ply: number): string {
  return moves
    .map((text, index) => (index % 2 ? '' : `${index / 2 + 1}. `) + formatMove(parseAlgebraic(text)))
    .map((text, index) => (index + 1 === ply ? `[${text}]` : text))
    .join(' ')
}

describe('the strip of moves', () => {
  test('grows with moves on the board; buttons, links and keys step through it', async () => {
    await open(null)
    await expect.poll(() => app.page.locator('.trail .note').first().innerText()).toMatch(/appear here/)
    await click(9, 11, 10) // d6 f4 f6
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'f6'], 3))
    await app.button('Back').click()
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'f6'], 2))
    await expect.poll(() => fen()).toContain(' w p p 1 8 1 8 ')
    await app.button('Start').click()
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'f6'], 0))
    await expect.poll(() => app.button('Back').getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => app.focused()).toBe('Start') // the button keeps the focus where it has nothing more to do
    await app.keys('ArrowRight ArrowRight ArrowLeft')
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'f6'], 1))
    await app.page.locator('.trail-moves a').nth(2).click()
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'f6'], 3))
    await app.keys('Home')
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'f6'], 0))
    await expect.poll(() => app.focused()).toContain(formatMove(parseAlgebraic('d6')))
    await app.button('End').click()
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'f6'], 3))
  })

  test('survives a reload and a change of language', async () => {
    await open(null)
    await click(9, 11)
    await expect.poll(strip).toBe(stripOf(['d6', 'f4'], 2))
    await app.page.reload()
    await expect.poll(strip).toBe(stripOf(['d6', 'f4'], 2))
    await app.speak('ja')
    await app.page.getByRole('button', { name: '前の手', exact: true }).click()
    await expect.poll(strip).toBe(stripOf(['d6', 'f4'], 1))
  })

  test('begins with the game that comes from Play', async () => {
    app = await App.open({ stored: { game: savedGame({}, 'd6 f4 f6') } })
    await app.page.getByRole('link', { name: 'Explore this position' }).click()
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'f6'], 3))
    await expect.poll(() => title()).toBe('Your game')
  })
})

describe('a loaded game', () => {
  test('has a title, can be stepped through, and is left with one press of Back', async () => {
    await open(WON)
    await expect.poll(verdict).toBe('White wins in 13 moves')
    await loadGame()
    await expect.poll(() => title()).toBe('Ada – Bob, 1-0 · main line only')
    await expect.poll(() => app.focused()).toBe('Forward')
    for (let ply = 1; ply <= 4; ply++) {
      await app.keys('Enter')
      await expect.poll(strip).toBe(stripOf(MOVES, ply))
    }
    await app.page.goBack()
    await expect.poll(strip).toBe(stripOf(MOVES, 0))
    await app.page.goForward()
    await expect.poll(strip).toBe(stripOf(MOVES, 4))
    await app.page.goBack()
    await app.page.goBack()
    await expect.poll(verdict).toBe('White wins in 13 moves')
  })

  test('stays while other moves are tried', async () => {
    await open(null)
    await loadGame(`[White "Cy"]\n\n1. d6 *\n\n${GAME}`, '2. Ada – Bob')
    await expect.poll(() => title()).toBe('Ada – Bob, 1-0 · main line only')
    await app.keys('Enter Enter')
    await expect.poll(strip).toBe(stripOf(MOVES, 2))
    await expect.poll(() => app.button('Back to the game').count()).toBe(0)
    await click(0, 7) // a7 a4
    await expect.poll(strip).toBe(stripOf(['d6', 'f4', 'a7', 'a4'], 4))
    await app.button('Back to the game').click()
    await expect.poll(strip).toBe(stripOf(MOVES, 2))
  })

  test('that cannot be read is explained; a file works too', async () => {
    await open(null)
    await app.button('Load a game').click()
    await app.page.locator('.dialog textarea').fill('1. d6 d6')
    await app.button('Load').click()
    await expect.poll(() => app.page.locator('.dialog [role=alert]').innerText()).toMatch(/d6/)
    await expect.poll(() => seriousProblems(app.page)).toEqual([])
    const file = { name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAME) }
    await app.page.locator('.dialog [type=file]').setInputFiles(file)
    await expect.poll(strip).toBe(stripOf(MOVES, 0))
    await expect.poll(() => app.page.locator('.dialog').count()).toBe(0)
  })

  test('has no barriers in any theme', async () => {
    await open(null)
    await loadGame()
    await app.keys('Enter Enter')
    await click(12) // f2
    await app.button('Back to the game').waitFor()
    await app.page.locator('.equal-moves').first().click()
    await expect.poll(verdict).toMatch(/Draw|wins|search/)
    await expect.poll(() => problemsInThemes(app)).toEqual([])
  })

  test('fits a phone', async () => {
    await open(null, { ...PHONE, locale: 'ja-JP' })
    await app.page.getByRole('button', { name: '棋譜を読み込む' }).click()
    await app.page.locator('.dialog textarea').fill(GAME)
    await app.page.getByRole('button', { name: '読み込む', exact: true }).click()
    await app.page.getByRole('button', { name: '最後へ' }).click()
    await expect.poll(strip).toBe(stripOf(MOVES, 6))
    await expect.poll(() => app.overflows()).toBe(false)
    const isSeen = (): Promise<boolean> =>
      app.page.locator('.trail-moves').evaluate((list) => {
        const current = list.querySelector('[aria-current]')?.getBoundingClientRect()
        const { left, right } = list.getBoundingClientRect()
        return current !== undefined && current.left >= left && current.right <= right
      })
    await expect.poll(isSeen).toBe(true)
  })
})

describe('Play from here', () => {
  const late = '***@O@**/****O@**/*******O b m s 3 0 3 0 0 0 0 0 0 0 0 99 60'
  const game = savedGame({ opponent: 'easy', human: 0 }, 'd6 f4')

  test('asks before it replaces a game in progress', async () => {
    await open(late, { stored: { game } })
    await app.page.getByRole('link', { name: 'Play from here' }).click()
    const dialog = app.page.getByRole('dialog', { name: 'Replace the game in progress with one from this position?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => app.page.locator('.moves').innerText()).toMatch(/d6\s+f4/)
  })

  test('begins a game with the position, the side to move and its counters', async () => {
    await open(late, { stored: { game } })
    await app.page.getByRole('link', { name: 'Play from here' }).click()
    await app.page.getByRole('button', { name: 'Play this position' }).click()
    await expect.poll(() => app.turn()).toBe('Your turn')
    await expect.poll(() => app.page.locator('.player-name').last().innerText()).toContain('You') // at the bottom
    await expect.poll(() => app.page.locator('[data-point="14"]').getAttribute('aria-label')).toMatch(/your man/)
    await click(14, 8) // b2-b6, the hundredth ply
    await expect.poll(() => app.page.locator('.result').innerText()).toMatch(/No man was captured for 100 moves/)
    await expect.poll(() => app.page.locator('.move-number').first().innerText()).toBe('60.')
  })

  test('is not offered when the game is over', async () => {
    await open('@*@*****/********/OOO***** b m s 3 0 2 0 0 0 0 0 0 0 0 0 1')
    await expect.poll(verdict).toMatch(/White/)
    await expect.poll(() => app.page.getByRole('link', { name: 'Play from here' }).isVisible()).toBe(false)
  })
})

describe('equal moves', () => {
  const picture = (): Promise<string> =>
    app.page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())

  test('share a row, are shown together on the board, and are listed on demand', async () => {
    await open(null)
    await expect.poll(verdict).toBe('Draw with best play')
    await expect.poll(() => app.page.locator('.explore-heading .note').first().innerText()).toBe('24 legal moves, 4 without symmetry')
    await expect.poll(() => app.page.locator('.explore-moves > li').count()).toBe(4)
    const equal = app.page.locator('.equal-moves')
    await expect.poll(async () => (await equal.allInnerTexts()).sort()).toEqual(['4 equivalent moves', '4 equivalent moves', '8 equivalent moves', '8 equivalent moves'])
    const corners = equal.filter({ hasText: '8' }).first()
    await corners.focus()
    await app.keys('Enter')
    await expect.poll(() => corners.getAttribute('aria-expanded')).toBe('true')
    const members = app.page.locator('.explore-moves ul a')
    await expect.poll(() => members.count()).toBe(8)
    const all = await picture()
    await app.keys('Tab') // to the first of them, which is then shown alone
    await expect.poll(async () => (await picture()) === all).toBe(false)
    await members.nth(3).click()
    await expect.poll(() => app.page.locator('.trail-moves a').count()).toBe(1)
    await expect.poll(() => fen()).toContain(' b p p 1 8 0 9 ')
  })
})

describe('the best line says why it stops', () => {
  const stop = (): Promise<string> => app.page.locator('.line-stop').innerText()

  test('at the end of the game, and in a draw', async () => {
    await open(WON)
    await expect.poll(stop).toBe('White wins: Black has two men left.')
    await app.page.goto('/explore')
    await expect.poll(stop).toMatch(/^Draw with best play: neither side can force a result/)
    await expect.poll(() => app.button('Play it out').count()).toBe(0)
  })

  test('where the tables do not reach', async () => {
    const value = { result: 'win', plies: 13 }
    await open(WON, { answers: { line: { moves: ['f4-d3'], value } } })
    await expect.poll(stop).toBe('The tables end here.')
  })

  test('playing it out is one step back', async () => {
    const line = { moves: ['f4-d3', 'b2-d7'], value: { result: 'win', plies: 13 } }
    await open(WON, { answers: { line } })
    await expect.poll(stop).toBe('The tables end here.')
    await app.holdTime()
    await app.button('Play it out').click()
    const play = async (): Promise<number> => {
      await app.page.clock.runFor(1000)
      return app.page.locator('.trail-moves a').count()
    }
    await expect.poll(play).toBe(2)
    await app.page.goBack()
    await expect.poll(fen).toBe(WON)
    await expect.poll(() => app.page.locator('.trail-moves a').count()).toBe(2) // still ahead
  })
})
