/** What is said of moves that only a search knows something about. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { App, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

type Found = readonly [move: string, score: number]

/** Opens a page with a game, and answers searches: the best move of White and of Black, and its score. */
async function open(path: string, game: unknown, white: Found, black: Found): Promise<void> {
  app = await App.open({
    path: '/learn',
    stored: { game, 'option.teach': true },
    answers: { probe: { value: null, source: null, moves: [] } },
  })
  await app.page.route('**/api/v1/analysis*', async (route) => {
    const [move, score] = new URL(route.request().url()).searchParams.get('fen')?.includes(' w ') ? white : black
    const line = { move, score, result: null, plies: null, source: 'search', pv: [move] }
    const data = JSON.stringify({ depth: 9, nodes: 1, seconds: 0.1, lines: [line] })
    await route.fulfill({ contentType: 'text/event-stream', body: `event: analysis\ndata: ${data}\n\n` })
  })
  await app.page.locator('nav').getByRole('link', { name: path, exact: true }).click()
}

const box = (): Promise<string> => app.page.locator('.review-move').innerText()
const verdict = (): Promise<string> => app.page.locator('.verdict').innerText()

test('where every move is as hopeless, none is praised', async () => {
  await open('Play', savedGame(), ['d6', -900], ['f4', 900])
  await app.click('d6')
  await expect.poll(verdict).toBe('d6: the position is as good as lost. · estimate by search')
  await expect.poll(() => app.page.locator('.verdict').getAttribute('class')).toMatch(/^verdict is-plain\b/)
  await app.page.getByRole('link', { name: 'Review', exact: true }).click()
  await expect.poll(box).toMatch(/The position was as good as lost\./)
})

test('a difference is that of the figures beside it', async () => {
  await open('Review', savedGame({}, 'd2'), ['a7', 2000], ['f4', 2000])
  await expect.poll(box).toMatch(/about 99% → about 1%/)
  await expect.poll(() => box()).toContain('The expected score is 98 percentage points lower than after a7.')
})

test('the move that wins is said to win', async () => {
  const fen = 'OO*@*@O*/*O******/*******@ w m s 4 0 3 0 0 0 0 0 0 0 0 0 1'
  await open('Review', savedGame({ fen }, 'c4-c5xa7'), ['c4-c5xe3', 900], ['d7', 0])
  await expect.poll(box).toMatch(/c4-c5xa7 wins at once\./)
})
