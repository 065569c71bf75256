/** Another language keeps a page as it is. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { createGame, join, playTurns } from './players'
import { App, closeBrowser, savedGame } from './site'
import type { AppOptions } from './site'

const apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(closeBrowser)

async function open(options: AppOptions): Promise<App> {
  const app = await App.open(options)
  apps.push(app)
  return app
}

test('Review keeps the game, the move that is shown and what is known', async () => {
  const app = await open({ path: '/review', stored: { game: savedGame({}, 'd2 g4 d3 b4 d1xb4') } })
  await app.reviewed()
  const board = await app.page.locator('.nmm-board').elementHandle()
  await app.keys('ArrowLeft')
  await app.page.route('**/api/v1/probe*', (route) => route.abort()) // nothing is asked again
  await app.speak('de')
  await expect.poll(() => app.page.locator('.review-mistakes h2').innerText()).toBe('Fehler')
  await expect.poll(() => app.page.locator('.review-move h2').innerText()).toBe('2... b4??')
  await expect.poll(() => app.page.getByRole('slider').getAttribute('aria-valuetext')).toBe('2... b4??. Weiß 100\u00a0%')
  await expect.poll(() => app.page.locator('.review-mistake').innerText()).toContain('besser d1')
  await expect.poll(() => board?.evaluate((element) => element.isConnected)).toBe(true)
  await app.keys('ArrowRight')
  await expect.poll(() => app.announced()).toMatch(/^3\. d1xb4/)
})

test('a game between people keeps the room, its connection and what is being looked at', async () => {
  const ada = await open({ path: '/learn' })
  const link = await createGame(ada, { color: 'white' })
  const bo = await open({ path: link })
  const sockets: string[] = []
  ada.page.on('websocket', (socket) => sockets.push(socket.url()))
  await ada.speak('de')
  await expect.poll(() => ada.page.locator('.waiting .row').innerText()).toBe('Zurückziehen')
  await join(bo)
  await expect.poll(() => ada.page.title()).toBe('Du bist am Zug · Merels')
  await ada.choose(9)
  await playTurns([bo, ada], [[13]])
  await expect.poll(() => ada.moves()).toEqual(['d6', 'd2'])
  await ada.page.locator('.step').nth(1).click()
  await ada.speak('ja')
  await expect.poll(() => ada.turn()).toBe('1手目を表示中（全2手）')
  await expect.poll(() => ada.page.locator('.moves [aria-current]').innerText()).toBe('d6')
  await expect.poll(() => ada.page.title()).toBe('あなたの手番 · Merels')
  await ada.click('a1') // leads back to the game
  await ada.click('a1')
  await expect.poll(() => bo.moves()).toEqual(['d6', 'd2', 'a1'])
  expect(sockets).toEqual([])
})
