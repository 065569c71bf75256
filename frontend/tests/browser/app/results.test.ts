import { readFileSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { ResultsDocument } from '../../../src/generated/api'
import { totals } from '../../../src/pages/results/figures'
import { seriousProblems } from './axe'
import { App, PHONE, closeBrowser } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

const FILE = new URL('../../../../src/merels/values/solved/nine.json', import.meta.url)
const results = JSON.parse(readFileSync(FILE, 'utf8')) as ResultsDocument

const heading = (): Promise<string> => app.page.locator('h1').innerText()

test('figures and plots match the document', async () => {
  app = await App.open({ path: '/results' })
  const { positions, tables } = totals(results)
  const whole = new Intl.NumberFormat('en')
  await expect.poll(async () => (await app.page.locator('.figure dd').allInnerTexts()).slice(0, 2)).toEqual([
    whole.format(positions), whole.format(tables),
  ])
  const { missing } = results.phases.moving
  await expect.poll(() => app.page.locator('.plot g title').count()).toBe(49 - missing.length + results.men_placed.length)
  await expect.poll(() => app.page.locator('.plot-missing').count()).toBe(missing.length)
  await expect.poll(() => app.page.locator('.curve').count()).toBe(2)
  const { moving, placing } = results.phases
  const longest = Math.max(moving.longest_loss ?? 0, placing.longest_loss ?? 0)
  await expect.poll(() => app.page.locator('.plot').nth(1).getAttribute('aria-label')).toContain(`losses up to ${longest}`)
})

test('the longest game leads to Explore, and tables are listed on demand', async () => {
  app = await App.open({ path: '/results' })
  const game = results.longest_game
  if (!game) throw new Error('the document that ships has no longest game')
  await app.page.getByText(`Show the ${game.moves?.length} moves`).click()
  await expect.poll(() => app.page.locator('.longest-moves a').count()).toBe(game.moves?.length)
  await expect.poll(() => seriousProblems(app.page)).toEqual([])
  await app.page.getByText(`Show ${results.tables.length} tables`).click()
  await expect.poll(() => app.page.locator('tbody tr th').filter({ hasText: /^3-3$/ }).count()).toBe(1)
  const picture = app.page.locator('.longest img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(360)
  await app.page.getByRole('link', { name: 'Explore this position' }).click()
  await expect.poll(() => app.page.locator('.explore-form input').inputValue()).toBe(game.fen)
})

test('a draw, openings and placing are shown if the document has them', async () => {
  const counts = { positions: 10, wins: 5, draws: 4, losses: 1, longest_win: 7, longest_loss: 6 }
  const reply = { move: 'b6', equal: ['b6'], result: 'draw', plies: null }
  const solved = {
    ...results,
    empty_board: { result: 'draw', plies: null },
    men_placed: [{ men_placed: 0, ...counts }, { men_placed: 1, ...counts }],
    openings: [
      {
        move: 'a7', equal: ['a7', 'g7'], result: 'draw', plies: null,
        replies: [reply, { ...reply, move: 'd7', result: 'loss', plies: 99 }],
      },
    ],
  }
  app = await App.open({ path: '/results', answers: { results: solved } })
  await expect.poll(heading).toBe('Nine Men’s Morris is a draw')
  const cells = app.page.locator('table tbody tr').first().locator('th, td')
  await expect.poll(async () => (await cells.allInnerTexts()).map((cell) => cell.trim())).toEqual(['a7', '2', 'Draw', 'b6', 'd7 (99)'])
  await expect.poll(() => app.page.locator('.plot').count()).toBe(3)
  await app.page.getByRole('link', { name: 'd7', exact: true }).click()
  await expect.poll(() => app.page.locator('.explore-form input').inputValue()).toBe('********/********/@******O w p p 1 8 1 8 0 0 0 0 0 0 0 2 2')
})

test('the menu leads to the results of other variants, and back', async () => {
  app = await App.open({ path: '/results' })
  await expect.poll(heading).toBe('Nine Men’s Morris is a draw')
  const menu = app.page.getByRole('combobox', { name: 'Game', exact: true })
  await menu.selectOption('three')
  await expect.poll(heading).toBe('White wins from the empty board in 9 moves')
  await expect.poll(async () => new URL(app.page.url()).search).toBe('?variant=three')
  await app.page.locator('.openings th').getByRole('link', { name: 'b2', exact: true }).click()
  await expect.poll(() => app.page.locator('.explore-form input').inputValue()).toBe('O/******** b p p 1 2 0 3 0 0 0 0 0 0 0 1 1')
  await app.page.goBack()
  await expect.poll(heading).toBe('White wins from the empty board in 9 moves')
  await menu.selectOption('lasker')
  await expect.poll(heading).toBe('This server has no tables of Lasker Morris')
  app.complaints.length = 0 // the answer that there are no results
  await expect.poll(() => app.page.locator('main').innerText()).toContain('Explore and Review show estimates by search')
  await expect.poll(() => app.page.locator('main').innerText()).not.toContain('merels ') // a player needs no command
  await app.page.goBack()
  await app.page.goBack()
  await expect.poll(heading).toBe('Nine Men’s Morris is a draw')
})

test('without a server it says so, and tries again', async () => {
  app = await App.open({ path: '/results', answers: { results: null } })
  await expect.poll(heading).toBe('The results come from the server, which is unreachable right now.')
  await app.page.unroute('**/api/v1/results*')
  await app.button('Try again').focus()
  await app.keys('Enter')
  await expect.poll(() => app.page.locator('.figure').count()).toBe(4)
  app.complaints.length = 0 // the request that failed
})

test('another language keeps what is open, without asking the server again', async () => {
  app = await App.open({ path: '/results' })
  await app.page.getByText(`Show ${results.tables.length} tables`).click()
  const rows = app.page.locator('tbody tr')
  await expect.poll(async () => (await rows.count()) >= results.tables.length).toBe(true)
  await app.page.route('**/api/v1/results*', (route) => route.abort())
  await app.speak('de')
  await expect.poll(heading).toBe('Die Neunermühle ist remis')
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(results.tables.length)
})

test('fits a phone, in Japanese', async () => {
  app = await App.open({ path: '/results', locale: 'ja-JP', ...PHONE })
  await expect.poll(() => app.page.locator('.figure').count()).toBe(4)
  await expect.poll(() => app.page.locator('.results-over').innerText()).toBe('解析の結果')
  await expect.poll(() => app.overflows()).toBe(false)
})
