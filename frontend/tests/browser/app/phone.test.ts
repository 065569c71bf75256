import { afterAll, afterEach, expect, test } from 'vitest'
import { openScene } from './scenes'
import { App, PHONE, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

const LANDSCAPE = { ...PHONE, viewport: { width: PHONE.viewport.height, height: PHONE.viewport.width } }

/** Whether all of an element is in the window, clear of the header and the bar of links. */
const isSeen = (selector: string): Promise<boolean> =>
  app.page.locator(selector).first().evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0
    const links = document.querySelector('.nav')?.getBoundingClientRect().top ?? 0
    return top >= header - 0.5 && bottom <= (links > header ? links : innerHeight) + 0.5
  })

const scrollDown = (): Promise<void> => app.page.evaluate(() => scrollTo(0, 300))

test('a new game begins with the whole board in view', async () => {
  app = await App.open({ ...PHONE, stored: { game: savedGame({}, 'd6 f4') } })
  await scrollDown()
  await expect.poll(() => isSeen('.nmm-board')).toBe(false)
  await app.openDialog('newGame')
  await app.button('Start').click()
  await expect.poll(() => app.moves()).toEqual([])
  await expect.poll(() => isSeen('.nmm-board')).toBe(true)
})

test('a hint is in view', async () => {
  app = await App.open({ ...PHONE, stored: { game: savedGame({}, 'd6 f4') } })
  await scrollDown()
  await app.command('hint').click()
  await expect.poll(() => app.hint()).toMatch(/^Try /)
  await expect.poll(() => isSeen('.nmm-board')).toBe(true)
})

test.each([
  ['upright', PHONE],
  ['on its side', LANDSCAPE],
])('Review has its buttons beside the board, and a swipe steps, on a phone held %s', async (_, options) => {
  app = await openScene('review', '390x844', options)
  const { page } = app
  await page.evaluate(() => scrollTo(0, 0))
  for (const part of ['.nmm-board', '.review .steps']) await expect.poll(() => isSeen(part), { message: part }).toBe(true)
  const ply = (): Promise<string | null> => page.getByRole('slider').getAttribute('aria-valuenow')
  const last = Number(await ply())
  const touch = await page.context().newCDPSession(page)
  const swipe = async (by: number, down = 0): Promise<void> => {
    const { x, y } = await app.place('d6')
    const touchPoints = (part: number): { x: number; y: number }[] => [{ x: x + by * part, y: y + down * part }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchPoints(0) })
    for (const part of [0.3, 0.6, 1]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchPoints(part) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(90)
  await expect.poll(ply).toBe(String(last - 1))
  await swipe(90)
  await expect.poll(ply).toBe(String(last - 2))
  await swipe(-90)
  await expect.poll(ply).toBe(String(last - 1))
  await swipe(20, 60)
  await page.locator('.step').first().tap()
  await expect.poll(ply).toBe('0') // the last swipe was none
})
