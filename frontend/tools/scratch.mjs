import { chromium } from 'playwright-core'
const site = 'http://127.0.0.1:24316'
const out = '/tmp/pages/shots/'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
async function open(options, path, theme = 'light') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', serviceWorkers: 'block', baseURL: site, reducedMotion: 'reduce', ...options })
  await context.addInitScript((t) => localStorage.setItem('merels.theme', JSON.stringify(t)), theme)
  const page = await context.newPage()
  page.on('console', (m) => console.log('console:', m.text()))
  page.on('pageerror', (e) => console.log('error:', String(e), e.stack))
  await page.goto(path)
  return page
}
const ada = await open({}, '/people')
await ada.waitForTimeout(1200)
await ada.screenshot({ path: out + 'lobby-empty.png' })
await ada.locator('.name-field input').fill('Ada')
await ada.getByRole('button', { name: 'Save' }).click()
await ada.waitForTimeout(300)
await ada.locator('[data-command=friend]').click()
await ada.waitForTimeout(200)
await ada.screenshot({ path: out + 'dialog.png' })
await ada.getByRole('button', { name: 'Create link' }).click()
await ada.waitForSelector('.waiting')
await ada.waitForTimeout(300)
await ada.screenshot({ path: out + 'waiting.png' })
const link = await ada.locator('.link-field input').inputValue()
console.log(link)
const bo = await open({ ...PHONE, locale: 'ja-JP' }, '/people', 'dark')
await bo.waitForTimeout(800)
await bo.screenshot({ path: out + 'lobby-phone.png', fullPage: true })
await bo.goto(link)
await bo.waitForSelector('.online', { timeout: 5000 })
await ada.waitForSelector('.online', { timeout: 5000 })
await ada.waitForTimeout(500)
await ada.screenshot({ path: out + 'game.png' })
await bo.screenshot({ path: out + 'game-phone.png', fullPage: true })
await browser.close()
