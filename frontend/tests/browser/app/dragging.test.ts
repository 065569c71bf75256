import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { App, PHONE, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

/** White has d6, b4, f4, e3 and d1, and is to move; both sides can. */
const QUIET = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'

const opened = async (path = '/', options = {}): Promise<void> => {
  app = await App.open({ path, stored: { game: savedGame({ fen: QUIET }) }, ...options })
}

const nameOf = (point: string): Promise<string | null> =>
  app.page.locator('.nmm-points button').evaluateAll(
    (buttons, wanted) => buttons.map((each) => each.getAttribute('aria-label')).find((name) => name?.startsWith(wanted)) ?? null,
    point,
  )

describe('with the mouse', () => {
  test('a man goes where it is dropped', async () => {
    await opened()
    await app.drag('b4', await app.place('c4'))
    await expect.poll(() => app.moves()).toEqual(['b4-c4'])
    await expect.poll(() => nameOf('c4')).toBe('c4, white man')
    await app.drag('g4', await app.place('g1'))
    await expect.poll(() => app.moves()).toEqual(['b4-c4', 'g4-g1'])
  })

  test('it follows the pointer, with its targets marked', async () => {
    await opened()
    const from = await app.place('b4')
    const to = await app.place('d3')
    await app.page.mouse.move(from.x, from.y)
    await app.page.mouse.down()
    await app.page.mouse.move(to.x, to.y)
    await expect.poll(() => nameOf('b4')).toBe('b4, white man, selected')
    await expect.poll(async () => Math.min(...(await app.color('d3')))).toBeGreaterThan(150) // a white man over a dark dot
    await app.page.mouse.up()
    await expect.poll(() => app.moves()).toEqual([])
    await expect.poll(() => app.hint()).toBe('d3 is too far away: a man moves one step along a line.')
  })

  test('dropped off the points or on another man, it goes back and can still move', async () => {
    await opened()
    const { x, y } = await app.place('b4')
    await app.drag('b4', { x: x - 300, y })
    await app.drag('b4', { x: x + 25, y: y + 40 })
    await app.drag('b4', await app.place('d6'))
    await expect.poll(() => app.moves()).toEqual([])
    await expect.poll(() => nameOf('b4')).toBe('b4, white man, selected')
    await app.click('c4')
    await expect.poll(() => app.moves()).toEqual(['b4-c4'])
  })

  test('the enemy’s men cannot be dragged, and nothing can in an earlier position', async () => {
    await opened()
    await app.drag('g4', await app.place('g1'))
    await expect.poll(() => app.moves()).toEqual([])
    await app.drag('b4', await app.place('c4'))
    await app.keys('ArrowLeft')
    await app.drag('d6', await app.place('d7'))
    await expect.poll(() => app.moves()).toEqual(['b4-c4'])
  })
})

test('with a finger, and the page does not scroll meanwhile', async () => {
  await opened('/', PHONE)
  const touch = await app.page.context().newCDPSession(app.page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number }[]): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at })
  const swipe = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
    await send('touchStart', [from])
    for (let part = 1; part <= 8; part++) {
      await send('touchMove', [{ x: from.x + ((to.x - from.x) * part) / 8, y: from.y + ((to.y - from.y) * part) / 8 }])
    }
    await send('touchEnd', [])
  }
  const scrolled = (): Promise<number> => app.page.evaluate(() => scrollY)
  await swipe(await app.place('d6'), await app.place('d7'))
  await expect.poll(() => app.moves()).toEqual(['d6-d7'])
  await expect.poll(() => scrolled()).toBe(0)
  await app.page.touchscreen.tap(...(Object.values(await app.place('g4')) as [number, number]))
  await app.page.touchscreen.tap(...(Object.values(await app.place('g1')) as [number, number]))
  await expect.poll(() => app.moves()).toEqual(['d6-d7', 'g4-g1'])
  const empty = await app.place('d2')
  await swipe(empty, { x: empty.x, y: empty.y - 200 }) // where no man is, the page scrolls as ever
  await expect.poll(async () => (await scrolled()) > 50).toBe(true)
})

test('in Explore, but not in its editor', async () => {
  await opened(`/explore?fen=${QUIET.replaceAll(' ', '_')}`)
  await app.drag('b4', await app.place('c4'))
  await expect.poll(() => nameOf('c4')).toMatch(/^c4, white man/)
  await expect.poll(async () => app.page.url()).toContain('_b_m_s_')
  await app.button('Set up').click()
  await app.drag('c4', await app.place('b4'))
  await expect.poll(() => nameOf('c4')).toMatch(/^c4, white man/)
})

test('in lessons', async () => {
  app = await App.open({ path: '/learn?lesson=moving' })
  await app.page.locator('.nmm-board').waitFor()
  await app.drag('d6', await app.place('d7'))
  await expect.poll(() => nameOf('d7')).toMatch(/^d7, white man/)
})
