import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { App, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

const clocks = (): Promise<string[]> => app.page.locator('.player .clock').allInnerTexts() // Black's is on top
const WITH_CLOCK = { clock: { minutes: 5, increment: 0 } }

/** White has used 10 seconds and 20, Black 20; Black is to move. */
const TIMED = {
  ...(savedGame(WITH_CLOCK, 'd6 d2 f4') as object),
  times: [[300_000, 300_000], [290_000, 300_000], [290_000, 280_000], [270_000, 280_000]],
}

describe('clocks', () => {
  test('undo sets both to what they showed before the move, and redo to what they showed after it', async () => {
    app = await App.open({ stored: { game: TIMED } })
    await expect.poll(async () => (await clocks())[1]).toBe('4:30')
    await app.command('undo').click()
    await expect.poll(async () => (await clocks())[0]).toBe('4:40')
    await app.command('undo').click()
    await expect.poll(async () => (await clocks())[1]).toBe('4:50')
    await app.command('redo').click()
    await expect.poll(async () => (await clocks())[0]).toBe('4:40')
    await app.page.reload() // what was taken back is kept
    await app.command('redo').click()
    await expect.poll(async () => (await clocks())[1]).toBe('4:30')
  })

  test('half a turn taken back gives no time back', async () => {
    const game = { ...(savedGame(WITH_CLOCK, 'd6 d2 f6 f2') as object), times: Array.from({ length: 5 }, () => [300_000, 300_000]) }
    app = await App.open({ stored: { game } })
    await expect.poll(async () => (await clocks())[1] <= '4:58').toBe(true)
    await app.click('b6') // a mill
    await expect.poll(() => app.hint()).toMatch(/^A mill!/)
    await app.command('undo').click()
    await expect.poll(() => app.hint()).toMatch(/^Place a man/)
    await expect.poll(async () => (await clocks())[1] <= '4:58').toBe(true)
  })
})

test('a reload keeps the marks of mistakes, and what was said of them', async () => {
  app = await App.open({ stored: { game: savedGame({}, 'd2 g4 d3'), 'option.teach': true } })
  await app.choose(15) // leaves White a mill
  await expect.poll(async () => (await app.moves())[3]).toBe('b4??')
  await app.choose(0) // White overlooks it
  await expect.poll(async () => (await app.moves()).length).toBe(5)
  await app.page.reload()
  await expect.poll(async () => (await app.moves())[3]).toBe('b4??')
  await app.page.locator('.moves .move').nth(3).click()
  await expect.poll(() => app.page.locator('.verdict').innerText()).toMatch(/d1/)
})
