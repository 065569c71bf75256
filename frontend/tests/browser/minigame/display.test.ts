import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Stage, arrange, closeBrowser, eventually } from '../stage'
import type { HostWindow } from '../stage'

let stage: Stage

afterEach(async () => stage.close())
afterAll(closeBrowser)

/** Sizes of things, in CSS pixels. */
async function measure() {
  return stage.page.evaluate(() => {
    for (const popup of document.querySelectorAll('.popup')) popup.remove() // these are the host's
    const box = (selector: string): DOMRect => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`no ${selector}`)
      return element.getBoundingClientRect()
    }
    const root = document.querySelector('#container')
    const canvas = document.querySelector('canvas')
    const board = box('canvas')
    const panel = box('.nmm-panel')
    return {
      overflow: Math.max(
        (root?.scrollWidth ?? 0) - (root?.clientWidth ?? 0),
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
      board: { width: board.width, height: board.height },
      isBeside: panel.left >= board.right && panel.top < board.bottom,
      isBelow: panel.top >= board.bottom,
      pixels: canvas?.width ?? 0,
    }
  })
}

describe('size', () => {
  // The container has 20 px of padding and border; 280 px are left of 300.
  test.each([
    [300, 'isBelow'],
    [350, 'isBelow'],
    [480, 'isBelow'],
    [600, 'isBelow'],
    [700, 'isBeside'],
    [960, 'isBeside'],
  ] as const)('a panel of %i px: the information %s, clicks hit, nothing is wider', async (panelWidth, where) => {
    stage = await Stage.open({ panelWidth, viewport: { width: 1100, height: 1000 } })
    await stage.start({ seed: 1 })
    await eventually(async () => {
      const { overflow, board, ...sides } = await measure()
      expect(overflow).toBe(0)
      expect(board.width).toBeLessThanOrEqual(Math.min(520, panelWidth - 20))
      expect(board.width).toBeGreaterThanOrEqual(Math.min(400, panelWidth - 20))
      expect(board.height).toBeCloseTo(board.width, 1)
      expect(sides[where]).toBe(true)
    })
    await expect.poll(() => stage.page.locator('canvas').getAttribute('data-board')).toBe('[56,56,464,464]')
    await stage.play('g1')
    await expect.poll(async () => (await stage.moves())[0]).toBe('g1')
    await stage.page.setViewportSize({ width: Math.max(320, panelWidth - 150), height: 1000 })
    await expect.poll(async () => (await measure()).overflow).toBe(0)
  })

  test('no text in either language widens the smallest root', async () => {
    stage = await Stage.open({ panelWidth: 300 })
    await stage.start({ seed: 1, position: arrange('a7 d7 g4 f2 b2 d3', 'd2 b6 c5') })
    for (const locale of ['ja', 'en']) {
      await stage.page.evaluate((name) => (window as HostWindow).host.setLocale(name), locale)
      await expect.poll(async () => (await measure()).overflow).toBe(0)
    }
    await stage.click('g4 g7 b6')
    await expect.poll(async () => (await measure()).overflow).toBe(0)
    await eventually(async () => {
      const card = await stage.page.locator('.nmm-result').boundingBox()
      const board = await stage.page.locator('canvas').boundingBox()
      expect(card?.width).toBeLessThanOrEqual(board?.width ?? 0)
      expect(card?.height).toBeLessThanOrEqual(board?.height ?? 0)
    })
  })

  test('on a phone, by touch', async () => {
    stage = await Stage.open({
      viewport: { width: 360, height: 800 },
      panelWidth: 350,
      deviceScaleFactor: 3,
      isMobile: true,
      hasTouch: true,
    })
    await stage.start({ seed: 1, position: arrange('a7 d7', 'b6 d6 f6 g1', 4) })
    await expect.poll(async () => (await measure()).overflow).toBe(0)
    const tap = async (name: string): Promise<void> => {
      const { x, y } = await stage.place(name)
      await stage.page.touchscreen.tap(x, y)
    }
    await tap('g7')
    await tap('g1')
    await stage.reply()
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
    const undo = stage.page.locator('.nmm-panel [data-command=undo]')
    await expect.poll(async () => (await undo.boundingBox())?.height).toBeGreaterThanOrEqual(36)
  })

  test('a touch near a point hits it, even at the smallest size', async () => {
    stage = await Stage.open({ panelWidth: 300, hasTouch: true })
    await stage.start({ seed: 1 })
    const { x, y } = await stage.place('b4')
    await stage.page.touchscreen.tap(x + 10, y - 12)
    await expect.poll(() => stage.pointsThat('your man')).toBe('b4')
  })
})

describe('sharpness', () => {
  test.each([
    [1, 520],
    [1.5, 1040],
    [2, 1040],
    [3, 1560],
  ])('density %f: %i pixels, and clicks hit', async (deviceScaleFactor, pixels) => {
    stage = await Stage.open({ deviceScaleFactor })
    await stage.start({ seed: 1 })
    await eventually(async () => {
      const measured = await measure()
      expect(measured.pixels).toBe(pixels)
      expect(measured.pixels).toBeGreaterThanOrEqual(measured.board.width * deviceScaleFactor)
    })
    await stage.play('d2')
    await expect.poll(async () => (await stage.moves())[0]).toBe('d2')
  })
})

describe('motion', () => {
  const position = arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2')
  const isPale = ([red, green, blue]: number[]): boolean => red > 225 && green > 215 && blue > 180

  test('a man slides to its point, and the state does not wait for it', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position })
    await stage.click('e3 e4')
    await expect.poll(() => stage.labels()).toMatchObject({ e4: 'your man', e3: 'empty' })
    await expect.poll(async () => isPale(await stage.color('e4', -8, -9))).toBe(true)
  })

  test('with reduced motion it is there at once, and no frame follows', async () => {
    stage = await Stage.open({ reducedMotion: 'reduce' })
    await stage.start({ seed: 1, position })
    await stage.click('e3 e4')
    await expect.poll(async () => isPale(await stage.color('e4', -8, -9))).toBe(true)
    await expect.poll(() => stage.leftovers()).not.toContain('requestAnimationFrame')
  })

  test('frames end with the motion', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position })
    const frames = async (): Promise<string[]> =>
      (await stage.leftovers()).filter((each) => each === 'requestAnimationFrame')
    await stage.click('e3 e4')
    await stage.reply()
    await expect.poll(frames).toEqual([])
  })

  test('a whole turn in one moment: nothing waits for an animation', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position: arrange('a7 d7 g4 f2', 'd2 b6 c5 c3') })
    await stage.page.evaluate(() => {
      for (const name of ['g4', 'g7', 'b6']) {
        const button = document.querySelector<HTMLElement>(`.nmm-points [aria-label^="${name}"]`)
        button?.click()
      }
    })
    await expect.poll(() => stage.exp()).toBe('move 1, mill 15, remove 6')
  })
})
