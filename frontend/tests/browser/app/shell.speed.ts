/** How fast the pages are: `make -C frontend speed`, on a machine with nothing else to do. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { App, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

describe('the pages', () => {
  test('are interactive within a second', async () => {
    app = await App.open()
    const [ready] = await app.page.evaluate(() =>
      performance.getEntriesByName('interactive').map(({ startTime }) => startTime),
    )
    process.stdout.write(`interactive after ${ready.toFixed(0)} ms\n`)
    expect(ready).toBeLessThan(1000)
  })

  test('draw a frame of an animation in less than a sixtieth of a second', async () => {
    app = await App.open({ stored: { game: savedGame() } })
    await app.page.evaluate(() => {
      const costs: number[] = []
      const request = window.requestAnimationFrame.bind(window)
      Object.assign(window, { costs })
      window.requestAnimationFrame = (react) =>
        request((now) => {
          const begun = performance.now()
          react(now)
          costs.push(performance.now() - begun)
        })
    })
    await app.click('d6 f4 f6 b4 b6 b4')
    await app.page.waitForTimeout(600)
    const costs = await app.page.evaluate(() => (window as unknown as { costs: number[] }).costs.sort((a, b) => a - b))
    const worst = costs[Math.floor(costs.length * 0.95)]
    process.stdout.write(`frames: ${costs.length}, 95 % within ${worst.toFixed(1)} ms\n`)
    expect(costs.length).toBeGreaterThan(10)
    expect(worst).toBeLessThan(1000 / 60)
  })
})
