import { readFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { problemsInThemes } from './axe'
import { App, PHONE, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

/** Black leaves White a mill; the book knows every position but the last. */
const GAME = 'd2 g4 d3 b4 d1xb4'

const box = (): Promise<string> => app.page.locator('.review-move').innerText()
const title = (): Promise<string> => app.page.locator('.review-move h2').innerText()
const mistakes = (): Promise<string[]> => app.page.locator('.review-mistake').allInnerTexts()

const follow = (name: string): Promise<void> => app.page.getByRole('link', { name, exact: true }).click()

describe('after a game', () => {
  test('Play offers a review: accuracy, mistakes, what was better and why', async () => {
    app = await App.open({ stored: { game: { ...(savedGame({ human: 1 }, GAME) as object), resigned: 1 } } })
    await app.page.locator('.result').getByRole('button', { name: 'Review' }).click()
    const accuracies = app.page.locator('.review-accuracy')
    await expect.poll(async () => (await accuracies.allInnerTexts()).join()).toBe('100.0%,50.0%')
    await app.reviewed()
    await expect.poll(() => mistakes()).toEqual([expect.stringMatching(/^2\.\.\. b4\?\?\s+better d1\s+/)])
    await expect.poll(async () => (await mistakes())[0]).toContain('Let the draw go: only d1 held; let White close a mill at d1.')
    await expect.poll(() => app.page.locator('.review-panel > .note:visible').last().innerText()).toMatch(/^Moves judged from the book: \d/)
  })

  test('the game is walked through with keys, with the graph, or by its mistakes', async () => {
    app = await App.open({ path: '/review', stored: { game: savedGame({}, GAME) } })
    await app.reviewed()
    await expect.poll(() => title()).toBe('3. d1xb4')
    await app.keys('ArrowLeft')
    await expect.poll(() => title()).toBe('2... b4??')
    const graph = app.page.getByRole('slider')
    await graph.press('Home')
    await expect.poll(() => title()).toBe('Start of the game')
    await expect.poll(() => graph.getAttribute('aria-valuetext')).toBe('Start of the game. White 50%')
    await graph.press('ArrowRight')
    await expect.poll(() => box()).toContain('d2 keeps the draw, as every move does.')
    const { x, y, width } = (await graph.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    await app.page.mouse.click(x + width - 10, y + 40)
    await expect.poll(() => title()).toBe('3. d1xb4')
    await app.page.locator('.review-mistake').click()
    await expect.poll(() => graph.getAttribute('aria-valuenow')).toBe('4')
    await expect.poll(() => app.announced()).toContain('2... b4??: Let the draw go: only d1 held')
  })

  test('a mistake is retried against the computer, and the review is kept', async () => {
    app = await App.open({ path: '/review', stored: { game: savedGame({ opponent: 'easy', human: 1 }, GAME) } })
    await app.reviewed()
    await app.page.locator('.review-mistake').click()
    await app.page.getByRole('link', { name: 'Retry from here' }).click()
    await app.button('Play this position').click() // the game had not ended
    await expect.poll(() => app.turn()).toBe('Your turn')
    await app.click('d1')
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await app.page.getByRole('link', { name: 'Review', exact: true }).click()
    await app.reviewed()
    await expect.poll(() => app.moves()).toHaveLength(5)
    await app.button('Review the game on Play').click()
    await expect.poll(async () => (await app.moves()).length).toBe(2)
  })
})

describe('files', () => {
  test('a game is loaded, and written with its annotations', async () => {
    app = await App.open({ path: '/review' })
    await expect.poll(() => app.page.locator('h1').innerText()).toBe('There is no game to review yet.')
    await app.button('Save / load').click()
    await app.page.locator('.dialog textarea').nth(2).fill('[White "Ada"]\n[Black "Bo"]\n\n1. d2 g4 2. d3 b4 3. d1xb4 1-0')
    await app.button('Load').click()
    await app.reviewed()
    await expect.poll(() => app.page.locator('.review-side .player-name').allInnerTexts()).toEqual(['Ada', 'Bo'])
    await app.button('Save / load').click()
    const [download] = await Promise.all([app.page.waitForEvent('download'), app.page.getByText('Save as file').click()])
    const pgn = readFileSync(await download.path(), 'utf8').split(/\s+/).join(' ')
    expect(pgn).toContain('2... b4?? {draw -> loss in')
    expect(pgn).toContain('; let the draw go: only d1 held; let White close a mill at d1} (2... d1)')
  })
})

/** Ada against Bo, from a file; the game that has ended on Play begins with the same move. */
async function reviewFile(): Promise<void> {
  app = await App.open({ path: '/review', stored: { game: { ...(savedGame({}, 'd2 g4 d3') as object), resigned: 1 } } })
  await app.reviewed()
  await app.button('Save / load').click()
  await app.page.locator('.dialog textarea').nth(2).fill('[White "Ada"]\n[Black "Bo"]\n\n1. d2 b4 2. d3 g4 3. d1xb4 1-0')
  await app.button('Load').click()
  await expect.poll(async () => (await app.moves()).length).toBe(5)
}

describe('the game under review', () => {
  test('stays when results of another variant, and a position in Explore, have been looked at', async () => {
    await reviewFile()
    await follow('Results')
    await app.page.locator('.results select').first().selectOption('six')
    await app.page.waitForURL('**/results?variant=six')
    await follow('Review')
    await expect.poll(async () => (await app.moves()).length).toBe(5)
    await app.page.locator('.review-move').getByRole('link', { name: 'Explore' }).click()
    await app.page.locator('.trail').waitFor()
    await app.page.goBack()
    await expect.poll(async () => (await app.moves()).length).toBe(5)
    await expect.poll(() => app.page.locator('.review-side .player-name').allInnerTexts()).toEqual(['Ada', 'Bo'])
  })

  test('is walked through in Explore, and Back returns to the move that was left', async () => {
    await reviewFile()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await app.page.getByRole('slider').press(key)
    await expect.poll(() => title()).toBe('1... b4')
    await app.page.locator('.review-move').getByRole('link', { name: 'Explore' }).click()
    const strip = app.page.locator('.trail-moves li')
    await expect.poll(async () => (await strip.allInnerTexts()).join(' ')).toBe('1. d2 b4 2. d3 g4 3. d1xb4')
    await expect.poll(() => app.page.locator('.trail-moves [aria-current]').innerText()).toBe('b4')
    await expect.poll(() => app.page.locator('.trail-game').innerText()).toContain('Ada – Bo')
    await app.page.goBack()
    await expect.poll(title).toMatch(/^1\.\.\. b4/)
    await expect.poll(() => app.page.getByRole('slider').getAttribute('aria-valuenow')).toBe('2')
  })
})

test('without a server the page searches, and says so', async () => {
  app = await App.open({
    path: '/review',
    stored: { game: savedGame({}, GAME) },
    answers: { probe: null, analysis: null, health: null },
  })
  await app.reviewed()
  await expect.poll(() => app.page.locator('.review-panel > .note:visible').last().innerText()).toBe('Moves judged by search: 5')
  await expect.poll(async () => (await mistakes()).join()).toContain('Let White close a mill at d1')
  app.complaints.length = 0 // requests to the server fail, and the browser says so
})

test('axe finds nothing serious in any theme, on a phone', async () => {
  app = await App.open({ path: '/review', stored: { game: savedGame({}, GAME) }, locale: 'ja-JP', ...PHONE })
  await app.reviewed()
  await app.page.locator('.review-mistake').click()
  await expect.poll(() => problemsInThemes(app)).toEqual([])
  await expect.poll(() => app.overflows()).toBe(false)
})
