import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { LINKED } from '../../../src/shell/services/paths'
import { problemsInThemes, seriousProblems } from './axe'
import { App, PHONE, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

describe('pages', () => {
  test('are reached by links and by the browser’s buttons', async () => {
    app = await App.open({ stored: { game: savedGame({}, 'd6') } })
    await app.page.evaluate(() => Object.assign(window, { isSame: true }))
    await app.page.locator('.nav').getByRole('link', { name: 'Explore', exact: true }).click()
    await expect.poll(() => app.page.title()).toBe('Explore · Merels')
    await expect.poll(async () => new URL(app.page.url()).pathname).toBe('/explore')
    await expect.poll(() => app.page.locator('.nav [aria-current=page]').innerText()).toBe('Explore')
    await app.page.goBack()
    await expect.poll(() => app.moves()).toEqual(['d6'])
    await expect.poll(() => app.page.evaluate(() => 'isSame' in window)).toBe(true) // nothing was loaded anew
  })

  test.each(LINKED)('%s can be opened by its address, and fits a small phone', async (path) => {
    app = await App.open({ path, viewport: { width: 360, height: 740 } })
    await app.page.locator('main h1').first().waitFor({ state: 'attached' })
    await app.settle()
    await expect.poll(() => app.overflows()).toBe(false)
  })

  test('that do not exist say so', async () => {
    app = await App.open()
    await app.page.evaluate(() => {
      history.pushState(null, '', '/nowhere')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect.poll(() => app.page.locator('h1').innerText()).toBe('Page not found')
    await app.page.getByRole('link', { name: 'Go to Play' }).click()
    await expect.poll(() => app.turn()).toBe('Your turn')
  })
})

describe('themes', () => {
  test('are chosen, kept, and set before anything is painted', async () => {
    app = await App.open({ colorScheme: 'dark' })
    const theme = (): Promise<string | null> => app.page.locator('html').getAttribute('data-theme')
    const board = (): Promise<string> => app.page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
    await expect.poll(() => theme()).toBe('dark')
    const evening = await board()
    await app.page.getByLabel('Theme').selectOption('contrast')
    await expect.poll(() => theme()).toBe('contrast')
    await expect.poll(board).not.toBe(evening)
    await app.page.route('**/assets/core-*.js', (route) => route.abort())
    await app.page.reload()
    await expect.poll(() => theme()).toBe('contrast')
    app.complaints.length = 0 // the script that was kept away
  })

  test('follow the system until one is chosen', async () => {
    app = await App.open({ colorScheme: 'light' })
    await expect.poll(() => app.page.locator('html').getAttribute('data-theme')).toBe('light')
    await app.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => app.page.locator('html').getAttribute('data-theme')).toBe('dark')
    const isOfPage = (): Promise<boolean> =>
      app.page.evaluate(() => {
        const color = getComputedStyle(document.documentElement).getPropertyValue('--page').trim()
        return document.querySelector('meta[name=theme-color]')?.getAttribute('content') === color
      })
    await expect.poll(isOfPage).toBe(true)
  })
})

describe('axe finds nothing serious', () => {
  const game = savedGame({}, 'd6 f4 f6 b4 b6xf4 f4')

  test.each(LINKED)('on %s, and its colours in every theme', async (path) => {
    app = await App.open({ path, stored: { game, 'option.bar': true } })
    await app.settle()
    await expect.poll(() => problemsInThemes(app)).toEqual([])
  })

  test('in dialogs, on a phone, in Japanese', async () => {
    app = await App.open({ stored: { game }, locale: 'ja-JP', ...PHONE })
    for (const command of ['newGame', 'files']) {
      await app.command(command).click()
      await expect.poll(() => seriousProblems(app.page)).toEqual([])
      await app.page.keyboard.press('Escape')
    }
  })
})

describe('offline', () => {
  test('the app starts and plays without a server after the first visit', async () => {
    app = await App.open({ serviceWorkers: 'allow', stored: { game: savedGame({ opponent: 'easy' }) } })
    const { page } = app
    await app.keep()
    await page.context().setOffline(true)
    await page.goto('/results')
    await page.goto('/')
    await app.click('d6')
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await expect.poll(() => page.locator('.status').innerText()).toMatch(/^Offline/)
    await app.openDialog('newGame')
    await expect.poll(() => page.getByRole('radio', { name: 'Perfect' }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('radio', { name: 'Expert' }).isDisabled()).toBe(false)
    app.complaints.length = 0 // requests to the server fail, and the browser says so
  })

  test('it can be installed', async () => {
    app = await App.open()
    const address = await app.page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = (await (await app.page.request.get(address ?? '')).json()) as {
      icons: { src: string }[]
      display: string
    }
    expect(manifest.display).toBe('standalone')
    for (const { src } of manifest.icons) await expect.poll(async () => (await app.page.request.get(src)).ok()).toBe(true)
  })
})

test('the content policy is strict, and nothing comes from elsewhere', async () => {
  app = await App.open()
  const response = await app.page.request.get('/')
  const policy = response.headers()['content-security-policy']
  expect(policy).toMatch(/script-src 'self'(;|$)/)
  expect(policy).toMatch(/style-src 'self'(;|$)/)
  const html = await response.text()
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
  const hosts = (): Promise<string[]> =>
    app.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))
  await expect.poll(async () => new Set(await hosts())).toEqual(new Set([new URL(app.page.url()).origin]))
})
