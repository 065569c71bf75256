import { afterAll, afterEach, expect, test } from 'vitest'
import { App, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

/** Opens a game and records every tone. */
async function open(stored: object = {}): Promise<void> {
  app = await App.open({ stored: { game: savedGame({}, 'd6 f4 f6 b4'), ...stored } })
  await app.page.evaluate(() => {
    const heard: number[] = []
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when): void {
      heard.push(this.frequency.value)
      start.call(this, when)
    }
    Object.assign(window, { heard })
  })
}

/** How many tones have started. */
const tones = (): Promise<number> =>
  app.page.evaluate(() => (window as unknown as { heard: number[] }).heard.length)

test('sounds are off at first, and can be switched on and off', async () => {
  await open()
  await app.click('b6 f4')
  await expect.poll(() => tones()).toBe(0)
  await app.page.getByLabel('Sounds').check()
  await expect.poll(() => tones()).toBe(2) // a man is placed, as a sample
  await app.click('d2')
  await expect.poll(() => tones()).toBe(4)
  await app.page.getByLabel('Sounds').uncheck()
  await app.click('a1')
  await expect.poll(() => tones()).toBe(4)
})

test('a mill, a capture and the end have their own sounds, and the setting is kept', async () => {
  await open({ sounds: true })
  await expect.poll(() => app.page.getByLabel('Sounds').isChecked()).toBe(true)
  await app.click('b6')
  await expect.poll(() => tones()).toBe(4) // placed, and a mill
  await app.click('f4')
  await expect.poll(() => tones()).toBe(6)
  await app.click('b6')
  await expect.poll(() => tones()).toBe(6) // occupied
  await app.openDialog('resign')
  await app.page.locator('.dialog').getByText('Resign', { exact: true }).click()
  await expect.poll(() => tones()).toBe(9)
})
