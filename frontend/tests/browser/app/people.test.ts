import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { MortalServer } from '../server'
import { VARIANTS } from '../../../src/rules/variants'
import { seriousProblems } from './axe'
import { App, PHONE, closeBrowser } from './site'
import type { AppOptions } from './site'

let apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(closeBrowser)

const JAPANESE = { locale: 'ja-JP' }

async function open(options: AppOptions = {}): Promise<App> {
  const app = await App.open({ path: '/people', reducedMotion: 'reduce', ...options })
  apps.push(app)
  return app
}

/** Makes a game as the visitor of a page, and goes there. */
async function create(app: App, terms: Readonly<Record<string, unknown>>): Promise<string> {
  const made = await app.page.evaluate(async (asked) => {
    localStorage.getItem('merels.secret') ?? localStorage.setItem('merels.secret', '"AAECAwQFBgcICQoLDA0ODw"')
    const secret = JSON.parse(localStorage.getItem('merels.secret') ?? '') as string
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` }
    const response = await fetch('/api/v1/games', { method: 'POST', headers, body: JSON.stringify(asked) })
    return (await response.json()) as { id: string }
  }, terms)
  const link = `/game/${made.id}`
  await app.page.goto(link)
  await app.page.locator('.waiting').waitFor()
  return link
}

const result = (app: App): Promise<string> => app.page.locator('.result').innerText()
const names = (app: App): Promise<string[]> => app.page.locator('.player-name').allInnerTexts()
const label = (app: App, point: number): Promise<string | null> =>
  app.page.locator(`[data-point="${point}"]`).getAttribute('aria-label')

test('two people play a whole game by link, a third watches, and they play again', async () => {
  const ada = await open()
  await ada.page.locator('.name-field input').fill('Ada')
  await ada.keys('Enter')
  await ada.until(() => ada.page.locator('.name-told').innerText(), 'Saved.')
  await ada.command('friend').click()
  await ada.page.locator('.dialog select').selectOption('three')
  for (const choice of ['None', 'White']) await ada.page.getByRole('radio', { name: choice }).check()
  await ada.button('Create link').click()
  const link = await ada.page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(await ada.page.locator('.qr').getAttribute('aria-label')).toBe('QR code of the link')
  expect(await seriousProblems(ada.page)).toEqual([])

  const bo = await open({ ...PHONE, ...JAPANESE, path: link })
  const cy = await open({ path: link })
  for (const app of [ada, bo, cy]) app.board = VARIANTS.three.board
  await ada.until(() => ada.turn(), 'Your turn')
  expect(await ada.page.title()).toBe('Your turn · Merels')
  await bo.until(() => bo.turn(), 'Adaさんの手番です')
  await cy.until(() => cy.turn(), 'White to move')
  await ada.until(() => ada.page.locator('.game-terms').innerText(), 'Three Men’s Morris · No clock · Casual · 1 watching')
  expect(await names(ada)).toEqual(['Anonymous', 'Ada'])
  expect(await bo.overflows()).toBe(false)
  await cy.click('a1')
  expect(await cy.hint()).toBe('You are watching this game.')

  // Ada uses the keyboard alone, Bo a finger.
  await ada.choose(0)
  await bo.until(() => label(bo, 0), /白の駒/)
  await bo.until(() => bo.announced(), /白: a3 に置きました/)
  const { x, y } = await bo.place('a1')
  await bo.page.touchscreen.tap(x, y)
  await ada.until(() => ada.turn(), 'Your turn')
  await ada.choose(1)
  await bo.until(() => bo.turn(), 'あなたの手番です')
  await bo.click('c1')
  await ada.until(() => ada.turn(), 'Your turn')
  await ada.choose(2)
  expect(await ada.hint()).toMatch(/^A mill!/)
  await ada.choose(ada.board.names.indexOf('c1'))
  await ada.until(() => result(ada), /^You win\n\nBlack has two men left\./)
  await bo.until(() => result(bo), /^あなたの負け\n\n黒の駒が2個になりました。/)
  await cy.until(() => result(cy), /^White wins/)
  await ada.until(() => ada.focused(), 'Rematch') // the focus was on the board
  expect(await seriousProblems(bo.page)).toEqual([])

  await ada.keys('Enter')
  await bo.until(() => bo.page.locator('.result .main-button').innerText(), 'もう一局を受ける')
  await bo.page.locator('.result .main-button').click()
  await bo.until(() => bo.turn(), 'あなたの手番です') // colours are exchanged
  await ada.until(() => ada.turn(), 'Your opponent’s turn')
  expect(await cy.page.locator('.result .main-button').isVisible()).toBe(false)

  // The old game can be found, reviewed and deleted.
  await ada.page.goto('/people')
  const lines = ada.page.locator('.old-games .game-line')
  await ada.until(() => lines.allInnerTexts().then((texts) => texts.map((text) => text.split('\n')[0])), ['Anonymous'])
  expect(await lines.first().innerText()).toMatch(/Three Men’s Morris · No clock · Casual · 5 plies/)
  await ada.until(() => ada.page.locator('.people-main .game-mark').allInnerTexts(), ['Their turn'])
  await ada.page.getByRole('combobox', { name: 'All results' }).selectOption('lost')
  await ada.until(() => ada.page.locator('.old-games > [role=status]').innerText(), 'No games found.')
  await ada.page.getByRole('combobox', { name: 'All results' }).selectOption('won')
  const [download] = await Promise.all([ada.page.waitForEvent('download'), ada.button('Export as PGN').click()])
  expect(download.suggestedFilename()).toBe('merels-games.pgn')
  await lines.getByRole('button', { name: 'Explore' }).click()
  await ada.until(() => ada.page.locator('.explore-moves, .trail').first().isVisible(), true)
  await ada.page.goBack()
  await ada.page.getByRole('button', { name: 'Delete Anonymous' }).click()
  await ada.page.locator('.dialog').getByRole('button', { name: 'Delete' }).click()
  await ada.until(() => lines.count(), 0)
})
