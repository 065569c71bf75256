import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { seriousProblems } from './axe'
import { App, PHONE, closeBrowser, eventually, savedGame } from './site'
import type { AppOptions } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

async function open(game: unknown, options: AppOptions = {}): Promise<void> {
  app = await App.open({ ...options, stored: { game, ...options.stored } })
}

const choose = (name: string): Promise<void> => app.page.getByRole('radio', { name }).check()
const phase = (): Promise<string> => app.page.locator('.player-phase').first().innerText()
const rating = (): Promise<string> => app.page.locator('.rating strong').innerText()

describe('the slider', () => {
  test('chooses a strength with the keyboard, and names it for all', async () => {
    await open(savedGame({ opponent: 'easy' }))
    await app.openDialog('newGame')
    const slider = app.page.getByRole('slider', { name: 'Strength' })
    await expect.poll(() => slider.isVisible()).toBe(false)
    await choose('By strength')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Club 700')
    await slider.focus()
    await app.keys('ArrowRight')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Master 800')
    await expect.poll(() => app.page.locator('.strength-value').innerText()).toBe('Master 800')
    await app.keys('Home')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Newcomer 300')
    await app.keys('End')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Perfect')
    await expect.poll(() => app.page.locator('.dialog-note').innerText()).toMatch(/^Plays the solved game/)
    await app.keys('ArrowLeft')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Expert')
    await app.keys('Home ArrowRight ArrowRight')
    await expect.poll(() => seriousProblems(app.page)).toEqual([])
    await app.button('Start').click()
    await expect.poll(() => phase()).toBe('Beginner 500 · placing')
    await app.click('d6')
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await app.openDialog('newGame')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Beginner 500')
  })

  test('its players need no server', async () => {
    await open(savedGame({ opponent: 'elo:500' }), { answers: { move: null, health: null } })
    await app.click('d6')
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await expect.poll(() => phase()).toBe('Beginner 500 · placing')
    app.complaints.length = 0 // the browser reports requests that fail
  })

  test('fits a phone', async () => {
    await open(savedGame({ opponent: 'elo:500' }), PHONE)
    await app.openDialog('newGame')
    await eventually(async () => {
      const box = await app.page.getByRole('slider').boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(40)
      expect(box?.width).toBeGreaterThan(250)
    })
    await expect.poll(() => app.overflows()).toBe(false)
  })
})

describe('an adaptive opponent', () => {
  test('starts at club strength and follows your results', async () => {
    await open(savedGame({ opponent: 'easy' }))
    await app.openDialog('newGame')
    await choose('Adaptive')
    await expect.poll(() => rating()).toBe('Club 700')
    await app.button('Start').click()
    await expect.poll(() => phase()).toBe('Adaptive 700 · placing')
    await app.click('d6')
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await app.openDialog('resign')
    await app.page.locator('.dialog').getByText('Resign', { exact: true }).click()
    const told = 'Your rating is now 600; the next opponent is a little gentler.'
    await expect.poll(() => app.page.locator('.result-rating').innerText()).toBe(told)
    await expect.poll(() => app.announced()).toContain(told)
    await app.button('Rematch').click()
    await expect.poll(() => phase()).toBe('Adaptive 600 · placing')
    await app.openDialog('newGame')
    await expect.poll(() => app.page.getByRole('radio', { name: 'Adaptive' }).isChecked()).toBe(true)
    await expect.poll(() => rating()).toBe('Beginner 600')
    await app.button('Reset rating').click()
    await expect.poll(() => rating()).toBe('Club 700')
  })

  test('counts a win, once', async () => {
    const fen = '***@***@/O****O**/*O@****O w m s 4 0 3 0 0 0 0 0 0 0 0 0 1'
    await open(savedGame({ opponent: 'elo:700', isAdaptive: true, fen }))
    await app.click('d6 d7 g4')
    const told = 'Well played! Your rating rises to 800; the next opponent is a little stronger.'
    await expect.poll(() => app.page.locator('.result-rating').innerText()).toEqual(told)
    await app.command('undo').click()
    await app.click('d6 d7 c5')
    await expect.poll(() => app.page.locator('.result-rating').innerText()).toEqual(told)
    await app.page.reload()
    await app.openDialog('newGame')
    await expect.poll(() => rating()).toBe('Master 800')
  })

  test('speaks Japanese too', async () => {
    await open(savedGame({ opponent: 'elo:700', isAdaptive: true }), { locale: 'ja-JP' })
    await expect.poll(() => phase()).toBe('自動調整 700 · 配置')
    await app.openDialog('newGame')
    await expect.poll(() => rating()).toBe('中級 700')
  })
})
