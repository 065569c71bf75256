/** Copying where browsers offer no clipboard: on a page that came over plain HTTP, as from a server in the local network. */
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { App, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

async function open(path: string): Promise<void> {
  app = await App.open({ path, stored: { game: savedGame({}, 'd6 f4') } })
  await app.page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }))
  await app.page.reload()
}

/** Pastes into a field, over what is there; returns what the field then has. */
async function paste(field: Locator): Promise<string> {
  await field.focus()
  await app.keys('ControlOrMeta+a ControlOrMeta+v')
  return field.inputValue()
}

test('Play copies a game, within its dialog', async () => {
  await open('/')
  await app.openDialog('files')
  await app.button('Copy').first().click()
  await expect.poll(() => app.focused()).toBe('Copied.') // the focus stays on the button
  const areas = app.page.locator('.dialog textarea')
  await expect.poll(() => paste(areas.nth(2))).toBe(await areas.nth(0).inputValue())
})

test('Explore copies a position, and its link', async () => {
  await open('/explore')
  const field = app.page.locator('.explore-form input')
  await expect.poll(() => field.inputValue()).toContain(' w p p ')
  const fen = await field.inputValue()
  await app.button('Copy FEN').click()
  await expect.poll(() => app.page.locator('.explore-message').innerText()).toBe('Copied.')
  await field.fill('')
  await expect.poll(() => paste(field)).toBe(fen)
  await app.button('Copy link').click()
  await expect.poll(() => paste(field)).toMatch(/^http:.*\/explore\?fen=/)
})

test('People copies a private link', async () => {
  await open('/people')
  const name = app.page.locator('.name-field input')
  await name.fill('Ada')
  await app.button('Save').click()
  await app.button('Use another device').click()
  const linkField = app.page.locator('.dialog .link-field input')
  await expect.poll(() => linkField.inputValue()).toMatch(/^http/)
  const link = await linkField.inputValue()
  await app.button('Copy').click()
  await expect.poll(() => app.focused()).toBe('Copied.')
  await app.button('Close').click()
  await expect.poll(() => paste(name)).toBe(link.slice(0, 24)) // as long as names may be
})
