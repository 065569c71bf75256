/**
 * Takes pictures of the pages, against the real server: `make -C frontend screenshots` all of them in every window
 * size, language and theme; `make -C frontend pictures` those of the README and the docs. `ONLY`, `WINDOWS`,
 * `LANGUAGES` and `THEMES` take some of them, such as `ONLY=play,files WINDOWS=390x844 LANGUAGES=de,hu THEMES=dark`.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { App, PHONE, closeBrowser, savedGame } from '../tests/browser/app/site'
import { createGame, join as takeSeat, playTurns } from '../tests/browser/app/players'
import { Notebook } from '../tests/browser/notebook/jupyter'
import { PROGRAM, addressOf } from '../tests/browser/server'
import { openContext } from '../tests/browser/stage'
import { LANGUAGE_CODES } from '../src/texts/texts'
import { SCENE_NAMES, WINDOW_NAMES, openScene } from '../tests/browser/app/scenes'

const FOLDER = fileURLToPath(new URL('../dist/screenshots/', import.meta.url))
const PICTURES = fileURLToPath(new URL('../../docs/images/', import.meta.url))

/** A game that shows wins, draws and losses. */
const WIDGET_CELL = [
  'import merels',
  'from merels.notebook import BoardWidget',
  'game = merels.Game()',
  'for move in ("d6", "f4", "d7", "b4"):',
  '    game.push(move)',
  'BoardWidget(game, values=merels.open_book(), size=380)',
].join('\n')

/** Until there is some progress to see. */
const SOLVING_MILLISECONDS = 60_000

/** Those of some names that a variable of the environment lists, by default all. */
function asked<Name extends string>(variable: string, names: readonly Name[]): Name[] {
  const wanted = process.env[variable]?.split(',')
  return names.filter((name) => wanted?.includes(name) ?? true)
}

afterAll(closeBrowser)

describe('screenshots', () => {
  mkdirSync(FOLDER, { recursive: true })
  test.each(asked('ONLY', SCENE_NAMES))('%s', async (name) => {
    for (const window of asked('WINDOWS', WINDOW_NAMES)) {
      const app = await openScene(name, window)
      for (const language of asked('LANGUAGES', LANGUAGE_CODES)) {
        await app.speak(language)
        for (const theme of asked('THEMES', ['light', 'dark'])) {
          await app.page.locator('.tools select').last().selectOption(theme)
          await app.page.waitForTimeout(150) // the last frame of the board
          await app.page.screenshot({ path: `${FOLDER}${name}-${window}-${language}-${theme}.png` })
        }
      }
      await app.page.context().close()
    }
  })
})

describe('pictures', () => {
  const quality = { type: 'jpeg', quality: 86 } as const

  test('web-play.jpg', async () => {
    const app = await App.open({
      viewport: { width: 1040, height: 800 },
      deviceScaleFactor: 1.25,
      stored: {
        theme: 'light',
        'option.bar': true,
        'option.teach': true,
        game: savedGame({ opponent: 'normal' }, 'd6 f4 f6 b6 d2 b4'),
      },
    })
    await app.choose(0) // overlooks the mill that Black is about to close
    await expect.poll(async () => (await app.moves()).length).toEqual(8)
    await expect.poll(() => app.page.locator('.verdict').innerText()).toMatch(/better|only/)
    await expect.poll(() => app.page.locator('.bar-label').innerText()).toMatch(/·/)
    await app.page.evaluate(() => (document.activeElement as HTMLElement).blur()) // no ring around the point
    await app.page.waitForTimeout(1000)
    await app.page.screenshot({ path: `${PICTURES}web-play.jpg`, ...quality })
    await app.page.context().close()
  })

  test('web-review.jpg', async () => {
    const app = await openScene('review-long', '1280x800', {
      viewport: { width: 1040, height: 800 },
      deviceScaleFactor: 1.25,
      stored: { theme: 'light' },
    })
    await app.page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await app.page.waitForTimeout(500)
    await app.page.screenshot({ path: `${PICTURES}web-review.jpg`, ...quality })
    await app.page.context().close()
  })

  test('web-puzzles.jpg', async () => {
    const app = await openScene('puzzles', '1280x800', { viewport: { width: 1040, height: 800 }, stored: { theme: 'light' } })
    await app.page.waitForTimeout(500)
    await app.page.screenshot({ path: `${PICTURES}web-puzzles.jpg`, ...quality })
    await app.page.context().close()
  })

  test('web-strength.jpg', async () => {
    const app = await openScene('strength', '1280x800', { viewport: { width: 900, height: 720 }, stored: { theme: 'light' } })
    await app.page.waitForTimeout(500)
    await app.page.screenshot({ path: `${PICTURES}web-strength.jpg`, ...quality })
    await app.page.context().close()
  })

  test('web-explore.jpg', async () => {
    const app = await openScene('chances', '390x844', { ...PHONE, deviceScaleFactor: 1.5, stored: { theme: 'dark' } })
    await app.page.waitForTimeout(500)
    await app.page.screenshot({ path: `${PICTURES}web-explore.jpg`, ...quality })
    await app.page.context().close()
  })

  test('web-waiting.jpg', async () => {
    const app = await App.open({ ...PHONE, deviceScaleFactor: 1.5, path: '/people', stored: { theme: 'dark' }, isPublic: true })
    await createGame(app, { color: 'black', rated: true, clock: { kind: 'time', seconds: 300, increment: 3 } })
    await app.page.waitForTimeout(500)
    await app.page.screenshot({ path: `${PICTURES}web-waiting.jpg`, ...quality })
    await app.page.context().close()
  })

  test('web-game.jpg', async () => {
    const rename = async (app: App, name: string): Promise<void> => {
      await app.page.locator('.name-field input').fill(name)
      await app.keys('Enter')
      await expect.poll(() => app.page.locator('.name-told').innerText()).toMatch(/Saved|保存/)
    }
    const look = { viewport: { width: 1040, height: 800 }, deviceScaleFactor: 1.25, stored: { theme: 'light' } }
    const ada = await App.open({ ...look, path: '/people' })
    const bo = await App.open({ ...PHONE, deviceScaleFactor: 1.5, path: '/people', stored: { theme: 'dark' } })
    await rename(ada, 'Ada')
    await rename(bo, 'Bo')
    const link = await createGame(bo, { color: 'black', rated: true, clock: { kind: 'time', seconds: 300, increment: 3 } })
    await ada.page.goto(link)
    await takeSeat(ada)
    await playTurns([ada, bo], [[9], [11], [10], [15], [8, 15], [7], [13], [3]])
    await bo.page.getByText('Say something').click()
    await bo.button('Good luck').click()
    await ada.page.locator('.said p').waitFor()
    await ada.page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await ada.page.waitForTimeout(1000)
    await ada.page.screenshot({ path: `${PICTURES}web-game.jpg`, ...quality })
    for (const app of [ada, bo]) await app.page.context().close()
  })

  // A server of its own that really solves, from an empty folder; the picture is taken on the way.
  test('web-solving.png', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'merels-solving-'))
    const server = spawn(PROGRAM, ['serve', '--port', '0', '--tables', folder, '--database', 'none'])
    const site = await addressOf(server)
    const context = await openContext({ viewport: { width: 1040, height: 660 }, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(`${site}/results#solving`)
    await page.getByRole('button', { name: 'Solve: All endgames' }).click({ timeout: 120_000 })
    await page.getByText(/left$/).first().waitFor({ timeout: 120_000 })
    await page.waitForTimeout(SOLVING_MILLISECONDS)
    await page.screenshot({ path: `${PICTURES}web-solving.png` })
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await context.close()
    server.kill('SIGINT')
    await new Promise((resolve) => server.on('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  })

  test('notebook-widget.png', async () => {
    const notebook = await Notebook.open([WIDGET_CELL], { viewport: { width: 900, height: 860 } })
    await notebook.run(0)
    await notebook.page.locator('.merels-widget').waitFor()
    await notebook.page.locator('.jp-Notebook').click({ position: { x: 5, y: 700 } })
    await notebook.page.waitForTimeout(500)
    const cell = notebook.page.locator('.jp-CodeCell').first()
    await cell.screenshot({ path: `${PICTURES}notebook-widget.png` })
    await notebook.close()
  })

  // `make docs` has built it; modules need a server.
  test('site.png', async () => {
    const folder = fileURLToPath(new URL('../../build/site/', import.meta.url))
    const options = ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder]
    const server = spawn(join(dirname(PROGRAM), 'python'), options)
    const context = await openContext({ viewport: { width: 1180, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(`${await addressOf(server)}/results.html#the-longest-game`)
    await page.locator('.merels-widget').waitFor()
    await page.locator('.merels-widget-bar button[data-step=next]').click()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `${PICTURES}site.png` })
    await context.close()
    server.kill()
  })
})
