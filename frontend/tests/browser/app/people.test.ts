import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { MortalServer } from '../server'
import { VARIANTS } from '../../../src/core/rules/variants'
import { seriousProblems } from './axe'
import { createGame, join, linkOf, watchClock } from './players'
import { App, PHONE, closeBrowser, eventually } from './site'
import type { AppOptions } from './site'

const apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(closeBrowser)

/** White to place its third man. */
const PLACED = '********/O*@*O*@*/******** w p p 2 7 2 7 0 0 0 0 0 0 0 4 3'.replaceAll(' ', '_')

/** All men of Three Men's Morris are placed, and nobody has a mill. */
const ALL_PLACED = '*/O@O**@@O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1'

const JAPANESE = { locale: 'ja-JP' }

/** The rows of the table after a game, and how accuracy is written. */
const ACCURACY = ['Accuracy', 'Accuracy of a club player', 'Moves with a choice', 'Best move chosen']
const FIGURE = /^(\d+ ?%|–)$/

async function open(options: AppOptions = {}): Promise<App> {
  const app = await App.open({ path: '/people', ...options })
  apps.push(app)
  return app
}

/** The width of the page; phones zoom out to show a page that is too wide. */
const widthOf = ({ page }: App): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)
const result = (app: App): Promise<string> => app.page.locator('.result').innerText()
const names = (app: App): Promise<string[]> => app.page.locator('.player-name').allInnerTexts()
const label = (app: App, point: number): Promise<string | null> =>
  app.page.locator(`[data-point="${point}"]`).getAttribute('aria-label')

test('two people play a whole game by link, a third watches, and they play again', async () => {
  const ada = await open()
  await ada.page.locator('.name-field input').fill('Ada')
  await ada.keys('Enter')
  await expect.poll(() => ada.page.locator('.name-told').innerText()).toBe('Saved.')
  await ada.command('friend').click()
  await ada.page.locator('.dialog select').selectOption('three')
  for (const choice of ['None', 'White']) await ada.page.getByRole('radio', { name: choice }).check()
  await ada.button('Create link').click()
  const link = await linkOf(ada)
  await expect.poll(() => ada.page.locator('.link-note').innerText()).toMatch(/this computer only/)
  await expect.poll(() => seriousProblems(ada.page)).toEqual([])

  const bo = await open({ ...PHONE, ...JAPANESE, path: link })
  const cy = await open({ path: link })
  for (const app of [ada, bo, cy]) app.board = VARIANTS.three.board
  // Opening the link takes no seat: it shows the terms.
  await expect.poll(() => bo.page.locator('.waiting h1').innerText()).toBe('対局への誘い')
  await expect.poll(() => cy.page.locator('.waiting').innerText()).toMatch(/Three Men’s Morris · No clock · Casual/)
  await expect.poll(() => cy.page.locator('.waiting').innerText()).toContain('You play Black against Ada. Your opponent moves first.')
  await expect.poll(() => ada.page.locator('.waiting-terms').innerText()).toMatch(/2 watching/)
  await expect.poll(() => seriousProblems(bo.page)).toEqual([])
  await join(bo)
  await expect.poll(() => ada.turn()).toBe('Your turn')
  await expect.poll(() => ada.page.title()).toBe('Your turn · Merels')
  await expect.poll(() => bo.turn()).toBe('Adaさんの手番です')
  await expect.poll(() => cy.turn()).toBe('White to move')
  await expect.poll(() => ada.page.locator('.game-terms').innerText()).toBe('Three Men’s Morris · No clock · Casual · 1 watching')
  await expect.poll(() => names(ada)).toEqual(['Anonymous', 'Ada'])
  await expect.poll(() => widthOf(bo)).toBe(PHONE.viewport.width)
  await cy.click('a1')
  await expect.poll(() => cy.hint()).toBe('You are watching this game.')

  // Ada uses the keyboard alone, Bo a finger.
  await ada.choose(0)
  await expect.poll(() => label(bo, 0)).toMatch(/白の駒/)
  await expect.poll(() => bo.announced()).toMatch(/白: a3 に置きました/)
  const { x, y } = await bo.place('a1')
  await bo.page.touchscreen.tap(x, y)
  await expect.poll(() => ada.turn()).toBe('Your turn')
  await ada.choose(1)
  await expect.poll(() => bo.turn()).toBe('あなたの手番です')
  await bo.click('c1')
  await expect.poll(() => ada.turn()).toBe('Your turn')
  await ada.choose(2)
  await expect.poll(() => ada.hint()).toMatch(/^A mill!/)
  await ada.choose(ada.board.names.indexOf('c1'))
  await expect.poll(() => result(ada)).toMatch(/^You win\n\nBlack has two men left\./)
  await expect.poll(() => result(bo)).toMatch(/^あなたの負け\n\n黒の駒が2個になりました。/)
  await expect.poll(() => result(cy)).toMatch(/^White wins/)
  await expect.poll(() => ada.focused()).toBe('Rematch') // the focus was on the board
  await ada.page.locator('.report').waitFor()
  await expect.poll(() => ada.page.locator('.report tbody th').allInnerTexts()).toEqual(ACCURACY)
  await expect.poll(() => ada.page.locator('.report tbody tr').first().locator('td').allInnerTexts()).toEqual([
    expect.stringMatching(FIGURE),
    expect.stringMatching(FIGURE),
  ])
  await expect.poll(() => seriousProblems(bo.page)).toEqual([])

  await ada.keys('Enter')
  await expect.poll(() => bo.page.locator('.result .main-button').innerText()).toBe('もう一局を受ける')
  await bo.page.locator('.result .main-button').click()
  await expect.poll(() => bo.turn()).toBe('あなたの手番です') // colours are exchanged
  await expect.poll(() => ada.turn()).toBe('Your opponent’s turn')
  await expect.poll(async () => cy.page.url()).toBe(bo.page.url()) // who watches comes along
  await expect.poll(() => cy.turn()).toBe('White to move')

  // The old game can be found, reviewed and deleted.
  await ada.page.goto('/people')
  const lines = ada.page.locator('.old-games .game-line')
  await expect.poll(() => lines.allInnerTexts().then((texts) => texts.map((text) => text.split('\n')[0]))).toEqual(['Anonymous'])
  await expect.poll(() => lines.first().innerText()).toMatch(/Three Men’s Morris · No clock · Casual · 5 moves/)
  await expect.poll(() => ada.page.locator('.people-main .game-mark').allInnerTexts()).toEqual(['Their turn'])
  await ada.page.getByRole('combobox', { name: 'Result' }).selectOption('lost')
  await expect.poll(() => ada.page.locator('.old-games > [role=status]').innerText()).toBe('No games found.')
  await ada.page.getByRole('combobox', { name: 'Result' }).selectOption('won')
  // Of everybody's games, a result needs a name: whose?
  await ada.page.getByRole('combobox', { name: 'Games' }).selectOption('all')
  await expect.poll(() => ada.page.getByRole('combobox', { name: 'Result' }).isDisabled()).toBe(true)
  await ada.page.getByRole('searchbox').fill('Ada')
  await expect.poll(() => ada.page.getByRole('combobox', { name: 'Result' }).isDisabled()).toBe(false)
  await ada.page.getByRole('searchbox').fill('')
  await ada.page.getByRole('combobox', { name: 'Games' }).selectOption('mine')
  const [download] = await Promise.all([ada.page.waitForEvent('download'), ada.button('Export as PGN').click()])
  expect(download.suggestedFilename()).toBe('merels-games.pgn')
  await lines.getByRole('button', { name: 'Explore' }).click()
  await expect.poll(() => ada.page.locator('.explore-moves, .trail').first().isVisible()).toBe(true)
  await ada.page.goBack()
  await ada.page.getByRole('button', { name: 'Delete the game: Anonymous' }).click()
  await ada.page.locator('.dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => lines.count()).toBe(0)
})

test('a clock runs out, and says so to both', async () => {
  const ada = await open({ path: '/learn' })
  const link = await createGame(ada, { variant: 'three', color: 'white', clock: { kind: 'time', seconds: 10 } })
  const bo = await open({ ...JAPANESE, path: link })
  await join(bo)
  await expect.poll(() => ada.hint()).toMatch(/^Make your first move within \d+ s\.$/)
  await ada.choose(0)
  await expect.poll(() => bo.turn()).toBe('あなたの手番です')
  const clock = ada.page.locator('.player.is-active .clock')
  const seen = await watchClock(ada)
  await bo.choose(2)
  await expect.poll(() => result(ada)).toMatch(/^You lose\n\nWhite ran out of time\./)
  await expect.poll(() => result(bo)).toMatch(/^あなたの勝ち\n\n白の持ち時間が切れました。/)
  await expect.poll(() => clock.count()).toBe(0) // nobody is to move
  const short = seen.filter((each) => /^clock is-running is-short 0:0\d\.\d$/.test(each))
  expect(new Set(short).size).toBeGreaterThan(3)
  expect(seen).toContainEqual(expect.stringMatching(/seconds left/))
})

test('nothing is lost while a page, a network or the server is away', async () => {
  const server = await MortalServer.start()
  try {
    const ada = await open({ path: '/learn', baseURL: server.address })
    const link = await createGame(ada, { color: 'white' })
    const bo = await open({ path: link, baseURL: server.address })
    await join(bo)
    await expect.poll(() => ada.turn()).toBe('Your turn')
    const present = ada.page.locator('.player.is-online')
    await expect.poll(() => present.count()).toBe(2)

    // A phone that loses the network keeps a move until it is back.
    await ada.page.context().setOffline(true)
    await expect.poll(() => ada.page.locator('.panel .verdict').first().innerText()).toMatch(/^Connection lost/)
    await expect.poll(() => present.count()).toBe(0)
    await ada.choose(9)
    await expect.poll(() => bo.page.locator('.player-phase').first().innerText()).toBe('offline · placing')
    await ada.page.context().setOffline(false)
    await expect.poll(() => bo.moves()).toEqual(['d6'])
    await expect.poll(() => ada.page.locator('.panel .verdict').first().isVisible()).toBe(false)
    await expect.poll(() => present.count()).toBe(2)

    // A reload finds the seat.
    await bo.page.reload()
    await expect.poll(() => bo.turn()).toBe('Your turn')
    await expect.poll(() => bo.page.locator('.player-name').allInnerTexts()).toEqual(['Anonymous', 'You'])

    // A server that is killed and starts again has the game, and takes a move made meanwhile once.
    await server.kill()
    await expect.poll(() => bo.page.locator('.panel .verdict').first().innerText()).toMatch(/Nothing is lost/)
    await bo.choose(11)
    await expect.poll(() => bo.hint()).toBe('Sending …')
    await server.restart()
    await expect.poll(() => ada.moves()).toEqual(['d6', 'f4'])
    await expect.poll(() => ada.turn()).toBe('Your turn')
    await expect.poll(() => bo.moves()).toEqual(['d6', 'f4'])
  } finally {
    for (const app of apps.splice(0)) {
      app.complaints.length = 0 // the browser complains about connections that fail, as they must here
      await app.close()
    }
    await server.end()
  }
})

test('a position of Explore is played with days for each move, on a phone in landscape', async () => {
  const ada = await open({ path: `/explore?fen=${PLACED}` })
  await ada.page.getByRole('link', { name: 'Play a friend' }).click()
  await expect.poll(() => ada.page.locator('.dialog textarea').inputValue()).toBe(PLACED.replaceAll('_', ' '))
  await ada.page.getByRole('radio', { name: 'Days per move' }).check()
  await ada.page.getByRole('radio', { name: 'White' }).check()
  await ada.button('Create link').click()
  const link = await linkOf(ada)
  await ada.page.goto('/people')
  const own = ada.page.locator('.people-main .game-line')
  await expect.poll(() => own.allInnerTexts()).toEqual([/Waiting/].map((words) => expect.stringMatching(words) as string))
  await own.getByRole('link').click()

  const viewport = { width: PHONE.viewport.height, height: PHONE.viewport.width }
  const bo = await open({ ...PHONE, ...JAPANESE, viewport, path: link })
  await expect.poll(() => bo.page.locator('.waiting').innerText()).toContain('途中の局面から始まります。')
  await join(bo)
  await expect.poll(() => bo.page.locator('.game-terms').innerText()).toMatch(/1手2日/)
  await expect.poll(() => widthOf(bo)).toBe(viewport.width)
  await eventually(async () => {
    const board = await bo.page.locator('.nmm-board canvas').boundingBox()
    expect((board?.y ?? 0) + (board?.height ?? Infinity)).toBeLessThanOrEqual(viewport.height)
  })
  await expect.poll(() => ada.page.locator('.player.is-active .clock').innerText()).toBe('1 d 23 h')
  await ada.click('a1')
  await expect.poll(() => bo.turn()).toBe('あなたの手番です')
  const { x, y } = await bo.place('g1')
  await bo.page.touchscreen.tap(x, y)
  await expect.poll(() => ada.turn()).toBe('Your turn')
  await expect.poll(() => ada.moves()).toEqual(['a1', 'g1'])
})

test('the computer plays at a chosen level, and is found from New game', async () => {
  const ada = await open({ path: '/', stored: { sounds: true } })
  await ada.openDialog('newGame')
  await ada.page.getByRole('link', { name: 'Play a friend by link instead' }).click()
  await ada.page.evaluate(() => {
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when): void {
      document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1)
      start.call(this, when)
    }
  })
  await ada.command('computer').click()
  const level = ada.page.getByRole('combobox', { name: 'Level' })
  await level.waitFor() // the dialog is loaded on demand
  await expect.poll(() => level.locator('option').count()).toBeGreaterThan(10)
  await ada.page.locator('.dialog select').first().selectOption('three')
  await level.selectOption('Easy')
  await expect.poll(() => ada.page.locator('.dialog').getByLabel('Rated').isDisabled()).toBe(true)
  await ada.page.getByRole('radio', { name: 'Black' }).check()
  await expect.poll(() => seriousProblems(ada.page)).toEqual([])
  await ada.button('Start').click()
  await expect.poll(() => ada.turn()).toBe('Your turn')
  await expect.poll(() => names(ada)).toEqual(['Computer · Easy', 'You'])
  await expect.poll(() => ada.moves()).toHaveLength(1)
  await expect.poll(async () => Number(await ada.page.evaluate(() => document.body.dataset.tones))).toBeGreaterThan(0)
})

describe('during a game', () => {
  test('a takeback, a draw and a phrase are offered and answered', async () => {
    const ada = await open({ path: '/learn' })
    const link = await createGame(ada, { color: 'white' })
    const bo = await open({ ...PHONE, ...JAPANESE, path: link })
    await join(bo)
    await expect.poll(() => ada.turn()).toBe('Your turn')
    await ada.choose(9)
    await expect.poll(() => bo.turn()).toBe('あなたの手番です')
    await ada.command('takeback').click()
    await bo.page.getByRole('button', { name: '受ける' }).click()
    await expect.poll(() => ada.moves()).toEqual([])
    await expect.poll(() => ada.turn()).toBe('Your turn')
    await ada.choose(0)
    await expect.poll(() => bo.turn()).toBe('あなたの手番です')
    await bo.page.getByText('あいさつ').click()
    await bo.page.getByRole('button', { name: 'よろしくお願いします' }).click()
    await expect.poll(() => ada.page.locator('.said').innerText()).toBe('Anonymous: Hello')
    await expect.poll(() => ada.announced()).toBe('Anonymous: Hello')
    await bo.command('draw').click()
    await expect.poll(() => ada.page.locator('.offers').innerText()).toMatch(/^Your opponent offers a draw\./)
    await expect.poll(() => seriousProblems(ada.page)).toEqual([])
    await ada.button('Decline').click()
    await expect.poll(() => ada.page.locator('.offers').innerText()).toBe('')
    await expect.poll(() => bo.page.locator('.offers').innerText()).toBe('引き分けの提案は断られました。')
    await expect.poll(() => bo.announced()).toBe('引き分けの提案は断られました。')
    await ada.openDialog('resign')
    await ada.page.locator('.dialog').getByRole('button', { name: 'Resign' }).click()
    await expect.poll(() => result(bo)).toMatch(/^あなたの勝ち\n\n白が投了しました。/)
  })
})

describe('of two players', () => {
  test('each hears which men they can move now', async () => {
    const ada = await open({ path: '/learn' })
    const link = await createGame(ada, { variant: 'three', fen: ALL_PLACED, color: 'white' })
    const bo = await open({ path: link })
    const cy = await open({ path: link })
    await join(bo)
    await expect.poll(() => ada.turn()).toBe('Your turn')
    await expect.poll(() => label(ada, 0)).toBe('a3, white man, can move')
    await expect.poll(() => cy.turn()).toBe('White to move')
    for (const app of [bo, cy]) {
      await expect.poll(() => label(app, 0)).toBe('a3, white man')
      await expect.poll(() => app.page.locator('[data-point][aria-label*="can move"]').count()).toBe(0)
    }
  })

  test('one waits for the first move until the other has come back', async () => {
    const ada = await open({ path: '/learn' })
    const link = await createGame(ada, { color: 'white', clock: { kind: 'time', seconds: 60 } })
    await ada.page.goto('/learn')
    const bo = await open({ path: link })
    await join(bo)
    await expect.poll(() => bo.hint()).toMatch(/^Your opponent is not here yet\./)
    await ada.page.goto(link)
    await expect.poll(() => ada.hint()).toMatch(/^Make your first move within \d+ s\.$/)
    await expect.poll(() => bo.hint()).toMatch(/^Your opponent has \d+ s/)
  })
})

test('a link that other devices can open has a QR code for phones, any other has none', async () => {
  const ada = await open({ path: '/learn' })
  await createGame(ada, {})
  await expect.poll(() => ada.page.locator('.qr').count()).toBe(0)
  await expect.poll(() => ada.page.locator('.waiting').innerText()).not.toContain('phone')
  const bo = await open({ path: '/learn', isPublic: true })
  await createGame(bo, {})
  await expect.poll(() => bo.page.locator('.qr').getAttribute('aria-label')).toBe('QR code of the link')
  await expect.poll(() => bo.page.locator('.qr path').getAttribute('d')).toMatch(/^(M\d+ 4h1v1h-1z){7}M(?!11 )/) // a corner that cameras look for
  await expect.poll(() => bo.page.locator('.waiting-code').innerText()).toBe('Or scan it with a phone.')
  await expect.poll(() => bo.page.locator('.link-note').count()).toBe(0)
})

describe('the People page', () => {
  test('keeps its variant while results of another are looked at', async () => {
    const ada = await open()
    const menu = ada.page.locator('.variant-menu select')
    await menu.selectOption('six')
    await ada.page.goto('/results')
    await expect.poll(() => menu.inputValue()).toBe('six')
    await menu.selectOption('lasker')
    await expect.poll(async () => ada.page.url()).toMatch(/variant=lasker$/)
    await ada.page.goto('/people')
    await expect.poll(() => menu.inputValue()).toBe('six')
    ada.complaints.length = 0 // there are no results of lasker, and the browser says so if it hears of it in time
  })

  test('pairs two who ask for the same, and carries an identity to another device', async () => {
    const ada = await open()
    await expect.poll(() => seriousProblems(ada.page)).toEqual([])
    await ada.button('5+3').click()
    await expect.poll(() => ada.page.locator('.waiting h1').innerText()).toBe('Looking for an opponent …')
    const bo = await open({ ...PHONE, ...JAPANESE })
    await expect.poll(() => widthOf(bo)).toBe(PHONE.viewport.width)
    await bo.button('5分+3秒').click()
    await expect.poll(() => bo.page.locator('.clock').allInnerTexts()).toEqual(['5:00', '5:00'])
    await expect.poll(() => ada.page.locator('.clock').allInnerTexts()).toEqual(['5:00', '5:00'])
    await bo.page.goto('/people')
    await bo.page.getByRole('button', { name: '別の端末で続ける' }).click()
    const link = await linkOf(bo, '.dialog ')
    const phone = await open({ path: link })
    await expect.poll(() => phone.page.locator('.people-main .game-mark').first().innerText()).toMatch(/turn$/)
    await expect.poll(async () => new URL(phone.page.url()).hash).toBe('')
  })

  test('lists open challenges, and says why there are none', async () => {
    const ada = await open()
    await ada.command('friend').click()
    await ada.page.getByLabel('Minutes each').fill('500')
    await ada.button('Create link').click()
    await expect.poll(() => ada.page.locator('.dialog [role=alert]').innerText()).toBe('Minutes each: choose 0.5 to 180.')
    await ada.page.getByLabel('Minutes each').fill('10')
    await ada.page.getByText('Starting position', { exact: true }).click()
    await ada.page.locator('.dialog textarea').fill('garbage')
    await ada.button('Create link').click()
    await expect.poll(() => ada.page.locator('.dialog [role=alert]').innerText()).toContain('garbage')
    await ada.page.locator('.dialog textarea').fill('')
    await ada.page.getByLabel('Anyone on this server may join').check()
    const bo = await open()
    await bo.page.getByText('No games found.').waitFor()
    const asked: string[] = []
    bo.page.on('request', (request) => asked.push(request.url()))
    await ada.button('Create link').click()
    await ada.page.locator('.waiting').waitFor()
    const challenge = bo.page.locator('.people-main .game-line', { hasText: '10+3' })
    await challenge.waitFor()
    expect(asked.filter((url) => /games|lobby/.test(url))).toEqual([]) // the server tells of changes
    await challenge.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => ada.page.locator('.online').count()).toBe(1)

    const problem = { type: 'people-off', title: 'Off', status: 503, detail: 'the folder /x cannot be written' }
    await bo.page.route('**/api/v1/games?*', (route) => route.fulfill({ status: 503, json: problem }))
    await bo.page.goto('/people')
    await expect.poll(() => bo.page.locator('.people-trouble').innerText()).toBe('Playing with people is off on this server: the folder /x cannot be written')
    await bo.page.goto('/game/nothing')
    await expect.poll(() => bo.page.locator('h1').innerText()).toBe('There is no such game')
    bo.complaints.length = 0 // of the answers 503 and 404
  })
})
