import { readFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { App, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

async function open(game: unknown): Promise<void> {
  app = await App.open({ stored: { game } })
}

const AGAINST_EASY = { opponent: 'easy' }

/** Both sides have three men and fly. */
const FLYING = '********/********/O@O@O*@* w m s 3 0 3 0 0 0 0 0 0 0 0 0 40'

async function load(text: string): Promise<void> {
  await app.command('files').click()
  await app.page.locator('.dialog textarea').nth(2).fill(text)
  await app.button('Load').click()
}

describe('files', () => {
  test('a game is saved, and loaded again', async () => {
    await open(savedGame({}, 'd6 f4 f6 b4 b6xf4'))
    await app.command('files').click()
    const areas = app.page.locator('.dialog textarea')
    const pgn = await areas.nth(0).inputValue()
    expect(pgn).toContain('1. d6 f4 2. f6 b4 3. b6xf4 *')
    const fen = await areas.nth(1).inputValue()
    const position = await app.page.request.post('/api/v1/play', { data: { moves: ['d6', 'f4', 'f6', 'b4', 'b6xf4'] } })
    expect(fen).toBe(((await position.json()) as { fen: string }).fen) // counters and all
    const [download] = await Promise.all([app.page.waitForEvent('download'), app.page.getByText('Save as file').click()])
    expect(readFileSync(await download.path(), 'utf8')).toBe(pgn)
    await areas.nth(2).fill('1. d6 f4 2. d6')
    await app.button('Load').click()
    expect(await app.page.locator('.dialog [role=alert]').innerText()).toContain('ply 3: “d6” is not legal')
    await areas.nth(2).fill('1. d6 f4 0-1')
    await app.button('Load').click()
    expect(await app.moves()).toEqual(['d6', 'f4'])
    expect(await app.page.locator('.result').innerText()).toContain('Black wins')
  })

  test('a game from elsewhere keeps its names and its result', async () => {
    await open(savedGame(AGAINST_EASY))
    await load('[White "Ada"]\n[Black "Bo"]\n\n1. d6 f4 1-0')
    const names = (): Promise<string[]> => app.page.locator('.player-name').allInnerTexts()
    expect(await names()).toEqual(['Bo', 'Ada'])
    expect(await app.page.locator('.result').innerText()).toContain('White wins\n\nThis result is recorded in the file.')
    await app.page.reload()
    await app.until(names, ['Bo', 'Ada'])
    expect(await app.hint()).toBe('White wins. This result is recorded in the file.')
  })

  test('one of several games can be chosen', async () => {
    await open(savedGame())
    await app.command('files').click()
    const area = app.page.locator('.dialog textarea').nth(2)
    const list = app.page.getByLabel('2 games found. Choose one:')
    await area.fill('1. d6 *')
    expect(await list.isVisible()).toBe(false)
    await area.fill('[White "Ada"]\n\n1. d6 *\n\n[White "Cy"]\n[Black "Di"]\n[Result "0-1"]\n\n1. a1 g1 0-1')
    expect(await list.locator('option').allInnerTexts()).toEqual(['1. Ada – ?', '2. Cy – Di · 0-1'])
    await list.selectOption({ index: 1 })
    await app.button('Load').click()
    expect(await app.moves()).toEqual(['a1', 'g1'])
  })

  test('a position is loaded from a file', async () => {
    await open(savedGame())
    await app.command('files').click()
    const file = { name: 'position.fen', mimeType: 'text/plain', buffer: Buffer.from(FLYING) }
    await app.page.locator('input[type=file]').setInputFiles(file)
    await app.until(() => app.page.locator('.dialog textarea').nth(2).inputValue(), FLYING)
    await app.button('Load').click()
    expect(await app.turn()).toBe('White to move')
    expect(await app.page.locator('[data-point="2"]').getAttribute('aria-label')).toBe('g7, black man')
  })
})
