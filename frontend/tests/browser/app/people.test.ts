import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { MortalServer } from '../server'
import { VARIANTS } from '../../../src/core/rules/variants'
import { seriousProblems } from './axe'
import { createGame, join } from './players'
import { App, PHONE, closeBrowser } from './site'
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

/** For tests with several pages, or a server that starts twice, on a busy machine. */
const LONG = { timeout: 180_000 }

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

test('two people play a whole game by link, a third watches, and they play again', LONG, async () => {
  const ada = await open()
  await ada.page.locator('.name-field input').fill('Ada')
  await ada.keys('Enter')
  await ada.until(() => ada.page.locator('.name-told').innerText(), 'Saved.')
  await ada.command('friend').click()
  await ada.page.locator('.dialog select').selectOption('three')
  for (const choice of ['None', 'White']) await ada.page.getByRole('radio', { name: choice }).check()
  await ada.button('Create link').click()
  const link = await ada.page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(await ada.page.locator('.link-note').innerText()).toMatch(/this computer only/)
  expect(await seriousProblems(ada.page)).toEqual([])

  const bo = await open({ ...PHONE, ...JAPANESE, path: link })
  const cy = await open({ path: link })
  for (const app of [ada, bo, cy]) app.board = VARIANTS.three.board
  // Opening the link takes no seat: it shows the terms.
  await bo.until(() => bo.page.locator('.waiting h1').innerText(), '対局への誘い')
  expect(await cy.page.locator('.waiting').innerText()).toMatch(/Three Men’s Morris · No clock · Casual/)
  expect(await cy.page.locator('.waiting').innerText()).toContain('You play Black against Ada. Your opponent moves first.')
  await ada.until(() => ada.page.locator('.waiting-terms').innerText(), /2 watching/)
  expect(await seriousProblems(bo.page)).toEqual([])
  await join(bo)
  await ada.until(() => ada.turn(), 'Your turn')
  expect(await ada.page.title()).toBe('Your turn · Merels')
  await bo.until(() => bo.turn(), 'Adaさんの手番です')
  await cy.until(() => cy.turn(), 'White to move')
  await ada.until(() => ada.page.locator('.game-terms').innerText(), 'Three Men’s Morris · No clock · Casual · 1 watching')
  expect(await names(ada)).toEqual(['Anonymous', 'Ada'])
  expect(await widthOf(bo)).toBe(PHONE.viewport.width)
  await cy.click('a1')
  expect(await cy.hint()).toBe('You are watching this game.')

  // Ada uses the keyboard alone, Bo a finger.
  await ada.choose(0)
  await bo.until(() => label(bo, 0), /白の駒/)
  await bo.until(() => bo.announced(), /白: a3 に置きました/)
  const { x, y } = await bo.place('a1')
  await bo.page.touchscreen.tap(x, y)
  await ada.until(() => ada.turn(), 'Your turn')
  await ada.choose(1)
  await bo.until(() => bo.turn(), 'あなたの手番です')
  await bo.click('c1')
  await ada.until(() => ada.turn(), 'Your turn')
  await ada.choose(2)
  await ada.until(() => ada.hint(), /^A mill!/)
  await ada.choose(ada.board.names.indexOf('c1'))
  await ada.until(() => result(ada), /^You win\n\nBlack has two men left\./)
  await bo.until(() => result(bo), /^あなたの負け\n\n黒の駒が2個になりました。/)
  await cy.until(() => result(cy), /^White wins/)
  await ada.until(() => ada.focused(), 'Rematch') // the focus was on the board
  await ada.page.locator('.report').waitFor({ timeout: 90_000 }) // the server's engine has to be loaded
  expect(await ada.page.locator('.report tbody th').allInnerTexts()).toEqual(ACCURACY)
  expect(await ada.page.locator('.report tbody tr').first().locator('td').allInnerTexts()).toEqual([
    expect.stringMatching(FIGURE),
    expect.stringMatching(FIGURE),
  ])
  expect(await seriousProblems(bo.page)).toEqual([])

  await ada.keys('Enter')
  await bo.until(() => bo.page.locator('.result .main-button').innerText(), 'もう一局を受ける')
  await bo.page.locator('.result .main-button').click()
  await bo.until(() => bo.turn(), 'あなたの手番です') // colours are exchanged
  await ada.until(() => ada.turn(), 'Your opponent’s turn')
  await cy.until(async () => cy.page.url(), bo.page.url()) // who watches comes along
  await cy.until(() => cy.turn(), 'White to move')

  // The old game can be found, reviewed and deleted.
  await ada.page.goto('/people')
  const lines = ada.page.locator('.old-games .game-line')
  await ada.until(() => lines.allInnerTexts().then((texts) => texts.map((text) => text.split('\n')[0])), ['Anonymous'])
  expect(await lines.first().innerText()).toMatch(/Three Men’s Morris · No clock · Casual · 5 moves/)
  await ada.until(() => ada.page.locator('.people-main .game-mark').allInnerTexts(), ['Their turn'])
  await ada.page.getByRole('combobox', { name: 'Result' }).selectOption('lost')
  await ada.until(() => ada.page.locator('.old-games > [role=status]').innerText(), 'No games found.')
  await ada.page.getByRole('combobox', { name: 'Result' }).selectOption('won')
  // Of everybody's games, a result needs a name: whose?
  await ada.page.getByRole('combobox', { name: 'Games' }).selectOption('all')
  expect(await ada.page.getByRole('combobox', { name: 'Result' }).isDisabled()).toBe(true)
  await ada.page.getByRole('searchbox').fill('Ada')
  expect(await ada.page.getByRole('combobox', { name: 'Result' }).isDisabled()).toBe(false)
  await ada.page.getByRole('searchbox').fill('')
  await ada.page.getByRole('combobox', { name: 'Games' }).selectOption('mine')
  const [download] = await Promise.all([ada.page.waitForEvent('download'), ada.button('Export as PGN').click()])
  expect(download.suggestedFilename()).toBe('merels-games.pgn')
  await lines.getByRole('button', { name: 'Explore' }).click()
  await ada.until(() => ada.page.locator('.explore-moves, .trail').first().isVisible(), true)
  await ada.page.goBack()
  await ada.page.getByRole('button', { name: 'Delete Anonymous' }).click()
  await ada.page.locator('.dialog').getByRole('button', { name: 'Delete' }).click()
  await ada.until(() => lines.count(), 0)
})

test('a clock runs out, and says so to both', async () => {
  const ada = await open({ path: '/learn' })
  const link = await createGame(ada, { variant: 'three', color: 'white', clock: { kind: 'time', seconds: 10 } })
  const bo = await open({ ...JAPANESE, path: link })
  await join(bo)
  await ada.until(() => ada.hint(), /^Make your first move within \d+ s\.$/)
  await ada.choose(0)
  await bo.until(() => bo.turn(), 'あなたの手番です')
  await bo.choose(2)
  const clock = ada.page.locator('.player.is-active .clock')
  await ada.until(() => clock.getAttribute('class'), /is-running is-short/)
  await ada.until(() => ada.announced(), /seconds left/)
  const first = await clock.innerText()
  await ada.until(async () => (await clock.innerText()) < first, true)
  await ada.until(() => result(ada), /^You lose\n\nWhite ran out of time\./)
  await bo.until(() => result(bo), /^あなたの勝ち\n\n白の持ち時間が切れました。/)
  expect(await clock.count()).toBe(0) // nobody is to move
})

test('nothing is lost while a page, a network or the server is away', LONG, async () => {
  const server = await MortalServer.start()
  try {
    const ada = await open({ path: '/learn', baseURL: server.address })
    const link = await createGame(ada, { color: 'white' })
    const bo = await open({ path: link, baseURL: server.address })
    await join(bo)
    await ada.until(() => ada.turn(), 'Your turn')
    const present = ada.page.locator('.player.is-online')
    await ada.until(() => present.count(), 2)

    // A phone that loses the network keeps a move until it is back.
    await ada.page.context().setOffline(true)
    await ada.until(() => ada.page.locator('.panel .verdict').first().innerText(), /^Connection lost/)
    expect(await present.count()).toBe(0)
    await ada.choose(9)
    await bo.until(() => bo.page.locator('.player-phase').first().innerText(), 'offline · placing')
    await ada.page.context().setOffline(false)
    await bo.until(() => bo.moves(), ['d6'])
    await ada.until(() => ada.page.locator('.panel .verdict').first().isVisible(), false)
    await ada.until(() => present.count(), 2)

    // A reload finds the seat.
    await bo.page.reload()
    await bo.until(() => bo.turn(), 'Your turn')
    expect(await bo.page.locator('.player-name').allInnerTexts()).toEqual(['Anonymous', 'You'])

    // A server that is killed and starts again has the game, and takes a move made meanwhile once.
    await server.kill()
    await bo.until(() => bo.page.locator('.panel .verdict').first().innerText(), /Nothing is lost/)
    await bo.choose(11)
    expect(await bo.hint()).toBe('Sending …')
    await server.restart()
    await ada.until(() => ada.moves(), ['d6', 'f4'])
    await ada.until(() => ada.turn(), 'Your turn')
    expect(await bo.moves()).toEqual(['d6', 'f4'])
  } finally {
    for (const app of apps.splice(0)) {
      app.complaints.length = 0 // the browser complains about connections that fail, as they must here
      await app.close()
    }
    await server.end()
  }
})

test('a position of Explore is played with days for each move, on a phone in landscape', LONG, async () => {
  const ada = await open({ path: `/explore?fen=${PLACED}` })
  await ada.page.getByRole('link', { name: 'Play a friend' }).click()
  expect(await ada.page.locator('.dialog textarea').inputValue()).toBe(PLACED.replaceAll('_', ' '))
  await ada.page.getByRole('radio', { name: 'Days per move' }).check()
  await ada.page.getByRole('radio', { name: 'White' }).check()
  await ada.button('Create link').click()
  const link = await ada.page.getByRole('textbox', { name: 'Link' }).inputValue()
  await ada.page.goto('/people')
  const own = ada.page.locator('.people-main .game-line')
  await ada.until(() => own.allInnerTexts(), [/Waiting/].map((words) => expect.stringMatching(words) as string))
  await own.getByRole('link').click()

  const viewport = { width: PHONE.viewport.height, height: PHONE.viewport.width }
  const bo = await open({ ...PHONE, ...JAPANESE, viewport, path: link })
  expect(await bo.page.locator('.waiting').innerText()).toContain('途中の局面から始まります。')
  await join(bo)
  await bo.until(() => bo.page.locator('.game-terms').innerText(), /1手2日/)
  expect(await widthOf(bo)).toBe(viewport.width)
  const board = await bo.page.locator('.nmm-board canvas').boundingBox()
  expect((board?.y ?? 0) + (board?.height ?? Infinity)).toBeLessThanOrEqual(viewport.height)
  await ada.until(() => ada.page.locator('.player.is-active .clock').innerText(), '1 d 23 h')
  await ada.click('a1')
  await bo.until(() => bo.turn(), 'あなたの手番です')
  const { x, y } = await bo.place('g1')
  await bo.page.touchscreen.tap(x, y)
  await ada.until(() => ada.turn(), 'Your turn')
  expect(await ada.moves()).toEqual(['a1', 'g1'])
})

test('the computer plays at a chosen level, and is found from New game', LONG, async () => {
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
  expect(await level.locator('option').count()).toBeGreaterThan(10)
  await ada.page.locator('.dialog select').first().selectOption('three')
  await level.selectOption('Easy')
  expect(await ada.page.locator('.dialog').getByLabel('Rated').isDisabled()).toBe(true)
  await ada.page.getByRole('radio', { name: 'Black' }).check()
  expect(await seriousProblems(ada.page)).toEqual([])
  await ada.button('Start').click()
  await ada.until(() => ada.turn(), 'Your turn')
  expect(await names(ada)).toEqual(['Computer · Easy', 'You'])
  expect(await ada.moves()).toHaveLength(1)
  expect(Number(await ada.page.evaluate(() => document.body.dataset.tones))).toBeGreaterThan(0)
})

describe('during a game', () => {
  test('a takeback, a draw and a phrase are offered and answered', async () => {
    const ada = await open({ path: '/learn' })
    const link = await createGame(ada, { color: 'white' })
    const bo = await open({ ...PHONE, ...JAPANESE, path: link })
    await join(bo)
    await ada.until(() => ada.turn(), 'Your turn')
    await ada.choose(9)
    await bo.until(() => bo.turn(), 'あなたの手番です')
    await ada.command('takeback').click()
    await bo.page.getByRole('button', { name: '受ける' }).click()
    await ada.until(() => ada.moves(), [])
    await ada.until(() => ada.turn(), 'Your turn')
    await ada.choose(0)
    await bo.until(() => bo.turn(), 'あなたの手番です')
    await bo.page.getByText('あいさつ').click()
    await bo.page.getByRole('button', { name: 'よろしくお願いします' }).click()
    await ada.until(() => ada.page.locator('.said').innerText(), 'Anonymous: Hello')
    await ada.until(() => ada.announced(), 'Anonymous: Hello')
    await bo.command('draw').click()
    await ada.until(() => ada.page.locator('.offers').innerText(), /^Your opponent offers a draw\./)
    expect(await seriousProblems(ada.page)).toEqual([])
    await ada.button('Decline').click()
    await ada.until(() => ada.page.locator('.offers').innerText(), '')
    await bo.until(() => bo.page.locator('.offers').innerText(), '引き分けの提案は断られました。')
    await bo.until(() => bo.announced(), '引き分けの提案は断られました。')
    await ada.openDialog('resign')
    await ada.page.locator('.dialog').getByRole('button', { name: 'Resign' }).click()
    await bo.until(() => result(bo), /^あなたの勝ち\n\n白が投了しました。/)
  })
})

describe('of two players', () => {
  test('each hears which men they can move now', async () => {
    const ada = await open({ path: '/learn' })
    const link = await createGame(ada, { variant: 'three', fen: ALL_PLACED, color: 'white' })
    const bo = await open({ path: link })
    const cy = await open({ path: link })
    await join(bo)
    await ada.until(() => ada.turn(), 'Your turn')
    await ada.until(() => label(ada, 0), 'a3, white man, can move')
    await cy.until(() => cy.turn(), 'White to move')
    for (const app of [bo, cy]) {
      const labels = await app.page.locator('[data-point]').evaluateAll((all) => all.map((each) => each.ariaLabel))
      expect(labels.filter((each) => each?.includes('can move'))).toEqual([])
    }
  })

  test('one waits for the first move until the other has come back', async () => {
    const ada = await open({ path: '/learn' })
    const link = await createGame(ada, { color: 'white', clock: { kind: 'time', seconds: 60 } })
    await ada.page.goto('/learn')
    const bo = await open({ path: link })
    await join(bo)
    await bo.until(() => bo.hint(), /^Your opponent is not here yet\./)
    await ada.page.goto(link)
    await ada.until(() => ada.hint(), /^Make your first move within \d+ s\.$/)
    await bo.until(() => bo.hint(), /^Your opponent has \d+ s/)
  })
})

test('a link that other devices can open has a QR code for phones, any other has none', async () => {
  const ada = await open({ path: '/learn' })
  await createGame(ada, {})
  expect(await ada.page.locator('.qr').count()).toBe(0)
  expect(await ada.page.locator('.waiting').innerText()).not.toContain('phone')
  const bo = await open({ path: '/learn', isPublic: true })
  await createGame(bo, {})
  expect(await bo.page.locator('.qr').getAttribute('aria-label')).toBe('QR code of the link')
  expect(await bo.page.locator('.qr path').getAttribute('d')).toMatch(/^(M\d+ 4h1v1h-1z){7}M(?!11 )/) // a corner that cameras look for
  expect(await bo.page.locator('.waiting-code').innerText()).toBe('Or scan it with a phone.')
  expect(await bo.page.locator('.link-note').count()).toBe(0)
})

describe('the People page', () => {
  test('keeps its variant while results of another are looked at', async () => {
    const ada = await open()
    const menu = ada.page.locator('.variant-menu select')
    await menu.selectOption('six')
    await ada.page.goto('/results')
    await ada.until(() => menu.inputValue(), 'six')
    await menu.selectOption('lasker')
    await ada.until(async () => ada.page.url(), /variant=lasker$/)
    await ada.page.goto('/people')
    expect(await menu.inputValue()).toBe('six')
    ada.complaints.length = 0 // there are no results of lasker, and the browser says so if it hears of it in time
  })

  test('pairs two who ask for the same, and carries an identity to another device', async () => {
    const ada = await open()
    expect(await seriousProblems(ada.page)).toEqual([])
    await ada.button('5+3').click()
    await ada.until(() => ada.page.locator('.waiting h1').innerText(), 'Looking for an opponent …')
    const bo = await open({ ...PHONE, ...JAPANESE })
    expect(await widthOf(bo)).toBe(PHONE.viewport.width)
    await bo.button('5分+3秒').click()
    await bo.until(() => bo.page.locator('.clock').allInnerTexts(), ['5:00', '5:00'])
    await ada.until(() => ada.page.locator('.clock').allInnerTexts(), ['5:00', '5:00'])
    await bo.page.goto('/people')
    await bo.page.getByRole('button', { name: '別の端末で続ける' }).click()
    const link = await bo.page.locator('.dialog .link-field input').inputValue()
    const phone = await open({ path: link })
    await phone.until(() => phone.page.locator('.people-main .game-mark').first().innerText(), /turn$/)
    expect(new URL(phone.page.url()).hash).toBe('')
  })

  test('lists open challenges, and says why there are none', async () => {
    const ada = await open()
    await ada.command('friend').click()
    await ada.page.getByLabel('Minutes each').fill('500')
    await ada.button('Create link').click()
    expect(await ada.page.locator('.dialog [role=alert]').innerText()).toBe('Minutes each: choose 0.5 to 180.')
    await ada.page.getByLabel('Minutes each').fill('10')
    await ada.page.getByText('Starting position', { exact: true }).click()
    await ada.page.locator('.dialog textarea').fill('garbage')
    await ada.button('Create link').click()
    expect(await ada.page.locator('.dialog [role=alert]').innerText()).toContain('garbage')
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
    await ada.until(() => ada.page.locator('.online').count(), 1)

    const problem = { type: 'people-off', title: 'Off', status: 503, detail: 'the folder /x cannot be written' }
    await bo.page.route('**/api/v1/games?*', (route) => route.fulfill({ status: 503, json: problem }))
    await bo.page.goto('/people')
    await bo.until(
      () => bo.page.locator('.people-trouble').innerText(),
      'Playing with people is off on this server: the folder /x cannot be written',
    )
    await bo.page.goto('/game/nothing')
    await bo.until(() => bo.page.locator('h1').innerText(), 'There is no such game')
    bo.complaints.length = 0 // of the answers 503 and 404
  })
})
