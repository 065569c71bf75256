import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { App, closeBrowser, savedGame } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

/** Presses the button of a dialog the moment that the focus returns to it, which no key of a person can be faster than. */
async function pressOnReturn(command: string): Promise<void> {
  await app.command(command).evaluate((button: HTMLElement) => {
    button.addEventListener('focus', () => button.click(), { once: true })
  })
}

/** Waits until the page has had every event of the last key. */
const settled = (): Promise<unknown> => app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))

const opened = (): Promise<number> => app.page.getByRole('dialog').count()

describe('a dialog opens again as soon as it has given the focus back', () => {
  test.each(['Escape', 'Enter'])('by %s on Cancel', async (key) => {
    app = await App.open({ stored: { game: savedGame({}, 'd6') } })
    await app.command('resign').focus()
    await app.keys('Enter')
    await expect.poll(() => app.focused()).toBe('Cancel')
    await pressOnReturn('resign')
    await app.keys(key)
    await settled()
    await expect.poll(() => app.focused()).toBe('Cancel')
    await expect.poll(() => opened()).toBe(1)
    await app.keys('Escape')
    await expect.poll(() => app.focused()).toBe('Resign')
    await expect.poll(() => opened()).toBe(0)
  })

  test('by its main button', async () => {
    app = await App.open({ stored: { game: savedGame() } })
    await app.openDialog('newGame')
    await app.command('newGame').evaluate((button: HTMLElement) => {
      addEventListener('click', () => queueMicrotask(() => button.click()), { once: true })
    })
    await app.keys('Enter')
    await settled()
    await expect.poll(() => app.focused()).toBe('Start')
    await expect.poll(() => opened()).toBe(1)
  })
})

test('a dialog that is asked for before its file has arrived opens when it arrives', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  app = await App.open({ isBusy: true, stored: { game: savedGame() } })
  await app.page.route('**/assets/dialogs-*.js', async (route) => {
    await held
    await route.continue()
  })
  const asked = app.page.waitForRequest('**/assets/dialogs-*.js')
  await app.command('newGame').focus()
  await app.keys('Enter')
  await asked
  await app.keys('Enter') // once more, as nothing has happened so far
  await expect.poll(async () => [await opened(), await app.focused()]).toEqual([0, 'New game'])
  release()
  await expect.poll(() => app.focused()).toBe('Start')
  await app.keys('Escape')
  await expect.poll(() => app.focused()).toBe('New game')
  await expect.poll(() => opened()).toBe(0)
})

test('a dialog stays when the choice of a file is cancelled', async () => {
  app = await App.open({ stored: { game: savedGame() } })
  await app.openDialog('files')
  await app.page.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true })
  await settled()
  await expect.poll(() => opened()).toBe(1)
})
