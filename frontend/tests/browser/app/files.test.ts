import { readFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { seriousProblems } from './axe'
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

/** A game, a bad one, a third, and one from PlayOK. */
const SEVERAL = `[White "Ada"]
[Date "2024.03.01"]

1. d6 *

[White "Bo"]

1. d6 d6 *

[Event "Cup"]
[White "Cy"]
[Black "Di"]
[Result "0-1"]

1. a1 g1 0-1

[Site "PlayOK"]
[Date "2024.12.26"]
[White "ed"]
[Black "fay"]
[Result "1-0"]

1. 1 4 2. 2 5 3. 3x4 6 1-0
`

async function load(text: string): Promise<void> {
  await app.openDialog('files')
  await app.page.locator('.dialog textarea').nth(2).fill(text)
  await app.button('Load').click()
}

describe('files', () => {
  test('a game is saved, and loaded again', async () => {
    await open(savedGame({}, 'd6 f4 f6 b4 b6xf4'))
    await app.openDialog('files')
    const areas = app.page.locator('.dialog textarea')
    await expect.poll(() => areas.nth(0).inputValue()).toContain('1. d6 f4 2. f6 b4 3. b6xf4 *')
    const pgn = await areas.nth(0).inputValue()
    const position = await app.page.request.post('/api/v1/play', { data: { moves: ['d6', 'f4', 'f6', 'b4', 'b6xf4'] } })
    const { fen } = (await position.json()) as { fen: string }
    await expect.poll(() => areas.nth(1).inputValue()).toBe(fen) // counters and all
    const [download] = await Promise.all([app.page.waitForEvent('download'), app.page.getByText('Save as file').click()])
    await expect.poll(async () => readFileSync(await download.path(), 'utf8')).toBe(pgn)
    await areas.nth(2).fill('1. d6 f4 2. d6')
    await app.button('Load').click()
    await expect.poll(() => app.page.locator('.dialog [role=alert]').innerText()).toBe('White’s move 2, “d6”, is not legal')
    await areas.nth(2).fill('1. d6 f4 0-1')
    await app.button('Load').click()
    await expect.poll(() => app.moves()).toEqual(['d6', 'f4'])
    await expect.poll(() => app.page.locator('.result').innerText()).toContain('Black wins')
  })

  test('a game from elsewhere keeps its names and its result', async () => {
    await open(savedGame(AGAINST_EASY))
    await load('[White "Ada"]\n[Black "Bo"]\n\n1. d6 f4 1-0')
    const names = (): Promise<string[]> => app.page.locator('.player-name').allInnerTexts()
    await expect.poll(() => names()).toEqual(['Bo', 'Ada'])
    await expect.poll(() => app.page.locator('.result').innerText()).toContain('White wins\n\nThis result is recorded in the file.')
    await app.page.reload()
    await expect.poll(names).toEqual(['Bo', 'Ada'])
    await expect.poll(() => app.hint()).toBe('White wins. This result is recorded in the file.')
  })

  test('one of several games can be chosen', async () => {
    await open(savedGame())
    await app.openDialog('files')
    const area = app.page.locator('.dialog textarea').nth(2)
    const list = app.page.getByRole('group', { name: '4 games found. Choose one:' })
    await area.fill('1. d6 *')
    await expect.poll(() => list.isVisible()).toBe(false)
    await area.fill(SEVERAL)
    await expect.poll(() => list.locator('.game-row').allInnerTexts()).toEqual([
      '1. Ada – ?\nMar 1, 2024 · unfinished · 1\u00a0move',
      '2. Bo – ?\nCannot be loaded: Black’s move 1, “d6”, is not legal',
      '3. Cy – Di\nCup · 0-1 · 2\u00a0moves',
      '4. ed – fay\nDec 26, 2024 · 1-0 · 6\u00a0moves',
    ])
    await expect.poll(() => list.getByRole('radio', { name: '2. Bo' }).isDisabled()).toBe(true)
    await expect.poll(() => seriousProblems(app.page)).toEqual([])
    await list.getByRole('radio', { name: '1. Ada' }).focus()
    await app.keys('ArrowDown ArrowDown Enter') // past the bad game, to the last
    await expect.poll(() => app.moves()).toEqual(['a7', 'b6', 'd7', 'd6', 'g7xb6', 'f6'])
    await expect.poll(() => app.page.locator('.player-name').allInnerTexts()).toEqual(['fay', 'ed'])
  })

  test('a file of many games is listed page by page', async () => {
    await open(savedGame())
    await app.openDialog('files')
    const many = Array.from({ length: 5000 }, (_, index) => `[White "Player ${index + 1}"]\n\n1. 5 {${'long '.repeat(9)}} 8 2. 20 *\n\n`)
    const file = { name: 'many.pgn', mimeType: 'text/plain', buffer: Buffer.from(many.join('')) }
    await app.page.locator('input[type=file]').setInputFiles(file)
    const rows = app.page.locator('.game-row')
    await expect.poll(() => rows.count()).toBe(100)
    await expect.poll(() => app.page.locator('.game-row:has(:focus)').innerText()).toMatch(/^1\. Player 1 – \?/)
    await expect.poll(() => app.page.locator('.dialog textarea').nth(2).getAttribute('placeholder')).toBe('many.pgn (too long to show)')
    await expect.poll(() => app.page.locator('.game-list-title').innerText()).toBe('The first 100 games. Choose one:')
    await app.button('Show more games').click()
    await expect.poll(() => rows.count()).toBe(200)
    await app.page.getByRole('radio', { name: '150. Player 150' }).check()
    await app.button('Load').click()
    await expect.poll(() => app.moves()).toEqual(['d6', 'd5', 'd2'])
  })

  test('a position is loaded from a file', async () => {
    await open(savedGame())
    await app.openDialog('files')
    const file = { name: 'position.fen', mimeType: 'text/plain', buffer: Buffer.from(FLYING) }
    await app.page.locator('input[type=file]').setInputFiles(file)
    await expect.poll(() => app.page.locator('.dialog').count()).toBe(0)
    await expect.poll(() => app.turn()).toBe('White to move')
    await expect.poll(() => app.page.locator('[data-point="2"]').getAttribute('aria-label')).toBe('g7, black man')
  })
})
