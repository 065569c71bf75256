/** Pages, files and pictures use the same names for points: a1 at the bottom left, in lower case. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { App, closeBrowser, eventually, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

async function load(text: string): Promise<void> {
  await app.openDialog('files')
  await app.page.locator('.dialog textarea').nth(2).fill(text)
  await app.button('Load').click()
}

test('moves copied from the page load as the same game', async () => {
  const played = 'd6 f4 f6 b4 b6xf4 b2'
  app = await App.open({ stored: { game: savedGame({}, played) } })
  await expect.poll(() => app.moves()).toEqual(played.split(' '))
  const copied = await app.page.evaluate(() => {
    const list = document.querySelector('.moves')
    if (list) getSelection()?.selectAllChildren(list)
    return String(getSelection())
  })
  await load(copied)
  await expect.poll(() => app.moves()).toEqual(played.split(' '))
  await expect.poll(() => app.page.locator('[data-point="9"]').getAttribute('aria-label')).toBe('d6, white man')
  await eventually(async () => {
    const { x, y } = await app.place('d6')
    const board = await app.page.locator('.nmm-board canvas').boundingBox()
    expect(y).toBeLessThan((board?.y ?? 0) + (board?.height ?? 0) / 3) // rank 6 is near the top
    expect(x).toBeCloseTo((board?.x ?? 0) + (board?.width ?? 0) / 2)
  })
  await load('1. D2 F4')
  await expect.poll(() => app.page.locator('.dialog [role=alert]').innerText()).toContain('“D2” is not a move: write points in lower case')
})

/** The letters and digits on the edge of a picture that the server draws. */
async function edge(address: string | null): Promise<string> {
  const svg = await (await app.page.request.get(address ?? '')).text()
  return Array.from(svg.matchAll(/>([A-Ga-g1-7])<\/text>/g), ([, name]) => name).toSorted().join('')
}

test('pictures that the server draws', async () => {
  app = await App.open({ path: '/explore' })
  await expect.poll(async () => edge(await app.page.locator('a[href*="board.svg"]').getAttribute('href'))).toBe('1234567abcdefg')
  await app.page.goto('/results')
  const picture = app.page.locator('img[src*="board.svg"]').first()
  await picture.waitFor({ state: 'attached' })
  await expect.poll(async () => await edge(await picture.getAttribute('src'))).toBe('1234567abcdefg')
})
