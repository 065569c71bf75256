import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { VARIANTS } from '../../../src/core/rules/variants'
import type { VariantName } from '../../../src/core/rules/variants'
import { seriousProblems } from './axe'
import { App, PHONE, closeBrowser } from './site'
import type { AppOptions } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

async function open(page: '/' | '/explore', name: VariantName | null, options: AppOptions = {}): Promise<void> {
  app = await App.open({ path: name ? `${page}?variant=${name}` : page, ...options })
  app.board = VARIANTS[name ?? 'nine'].board
}

const menu = () => app.page.locator('.variant-menu select')
const chosen = (): Promise<string> => menu().evaluate((select) => (select as HTMLSelectElement).selectedOptions[0].text)
const address = async (): Promise<string> => decodeURIComponent(app.page.url().replace(/^http:\/\/[^/]+/, ''))
const points = (): Promise<number> => app.page.locator('[data-point]').count()
const fen = (): Promise<string> => app.page.locator('.explore-form input').inputValue()

const WIN = { result: 'win', plies: 5 }

const TWO_PEOPLE = { opponent: 'person', human: 0, clock: null, seed: 1 }
const REST = { undone: [], times: [], resigned: null, flagged: null }

/** Each side has placed a man. */
const GAME_OF_TWO = {
  setup: TWO_PEOPLE,
  variant: 'lasker',
  fen: '********/********/******** w p p 0 10 0 10 0 0 0 0 0 0 0 0 1',
  moves: ['d6', 'd2'],
  ...REST,
}

/** All men are placed, and nobody has a mill. */
const PLACED = {
  setup: TWO_PEOPLE,
  variant: 'three',
  fen: '*/O@O**@@O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1',
  moves: [],
  ...REST,
}

/** A point to start with, the name in each language, and the number of points. */
const GAMES = [
  ['three', 'b2', 'Three Men’s Morris', 'スリー・メンズ・モリス', 9],
  ['six', 'c5', 'Six Men’s Morris', 'シックス・メンズ・モリス', 16],
  ['twelve', 'd6', 'Twelve Men’s Morris (Morabaraba)', 'トゥエルブ・メンズ・モリス（モラバラバ）', 24],
  ['lasker', 'd6', 'Lasker Morris', 'ラスカー・モリス', 24],
] as const

describe.each(GAMES)('%s', (name, first, english, japanese, count) => {
  test('is played against the computer in a large window', async () => {
    await open('/', name)
    await expect.poll(() => chosen()).toBe(english)
    await expect.poll(() => points()).toBe(count)
    await expect.poll(() => app.page.locator('h1').first().innerText()).toBe(`Play ${english}`)
    await app.click(first)
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await expect.poll(async () => (await app.moves())[0]).toBe(first)
    await expect.poll(() => app.turn()).toBe('Your turn')
    await expect.poll(() => app.page.locator('.hand').first().getAttribute('aria-label')).toBe(`${VARIANTS[name].men - 1} in hand`)
  })

  test('is played with the keyboard on a phone, in Japanese', async () => {
    await open('/', name, { ...PHONE, locale: 'ja-JP' })
    await expect.poll(() => chosen()).toBe(japanese)
    await expect.poll(() => app.overflows()).toBe(false)
    await app.choose(VARIANTS[name].board.names.indexOf(first))
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await expect.poll(async () => (await app.moves())[0]).toBe(first)
  })

  test('is explored, and the address names it', async () => {
    await open('/explore', name, { answers: { probe: null, analysis: null } })
    await expect.poll(() => chosen()).toBe(english)
    await app.click(first)
    await expect.poll(address).toContain(`/explore?variant=${name}&fen=`)
    await expect.poll(() => fen()).toContain(` b p p 1 ${VARIANTS[name].men - 1} 0 ${VARIANTS[name].men} `)
    await expect.poll(() => app.page.locator('.verdict-source').innerText()).toBe('Values need the server, which is unreachable')
    await app.page.goBack()
    await expect.poll(fen).toMatch(/^[*/]+ w p p 0/)
    app.complaints.length = 0 // the browser complains about the requests that fail, as they must here
  })

  test('has no barriers, and fits a phone', async () => {
    await open('/explore', name, { ...PHONE, locale: 'ja-JP', answers: { probe: null, analysis: null } })
    await expect.poll(() => app.overflows()).toBe(false)
    await expect.poll(() => seriousProblems(app.page)).toEqual([])
    app.complaints.length = 0
  })
})

describe('the menu', () => {
  test('goes to the game of another variant and back, and the next visit begins there', async () => {
    await open('/', null)
    await expect.poll(() => chosen()).toBe('Nine Men’s Morris')
    await app.click('d6')
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await menu().selectOption('six')
    app.board = VARIANTS.six.board
    await expect.poll(address).toBe('/?variant=six')
    await expect.poll(() => app.moves()).toEqual([])
    await app.click('a5')
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await app.page.goto('/')
    await expect.poll(() => chosen()).toBe('Six Men’s Morris')
    await expect.poll(async () => (await app.moves())[0]).toBe('a5')
    await menu().selectOption('nine')
    await expect.poll(address).toBe('/')
    await expect.poll(async () => (await app.moves())[0]).toBe('d6')
  })

  test('of Explore keeps the way back', async () => {
    await open('/explore', null, { answers: { probe: null, analysis: null } })
    await menu().selectOption('three')
    await expect.poll(fen).toBe('*/******** w p p 0 3 0 3 0 0 0 0 0 0 0 0 1')
    await expect.poll(() => points()).toBe(9)
    await app.page.goBack()
    await expect.poll(points).toBe(24)
    await expect.poll(() => chosen()).toBe('Nine Men’s Morris')
    app.complaints.length = 0
  })

  test('is reached by other addresses too, and one that names no game says so', async () => {
    await open('/', null)
    await app.page.goto('/play?variant=morabaraba')
    await expect.poll(() => chosen()).toBe('Twelve Men’s Morris (Morabaraba)')
    await expect.poll(address).toBe('/?variant=twelve')
    await app.page.goto('/?variant=seven')
    await expect.poll(() => app.hint()).toBe('“seven” is not one of the games')
  })
})

describe('what differs', () => {
  test('in Lasker a man may be moved while others are in hand', async () => {
    await open('/', 'lasker', { stored: { 'game.lasker': GAME_OF_TWO } })
    await expect.poll(() => app.hint()).toBe('Place a man on an empty point, or choose a man to move.')
    await app.click('d6')
    await expect.poll(() => app.hint()).toBe('Choose a blue point for the man on d6, or place a new man on another empty point.')
    await app.click('d7')
    await expect.poll(async () => (await app.moves())[2]).toBe('d6-d7')
    await app.click('d5 a1') // Black places on d5, White on a1
    await expect.poll(async () => (await app.moves()).slice(3)).toEqual(['d5', 'a1'])
  })

  test('in Lasker a tap beyond the reach of the selected man places another', async () => {
    await open('/', 'lasker', { ...PHONE, stored: { 'game.lasker': GAME_OF_TWO } })
    for (const name of ['d6', 'a1']) {
      const { x, y } = await app.place(name)
      await app.page.touchscreen.tap(x, y)
    }
    await expect.poll(() => app.moves()).toEqual(['d6', 'd2', 'a1'])
  })

  test('in Lasker a man dropped out of its reach goes back', async () => {
    await open('/', 'lasker', { stored: { 'game.lasker': GAME_OF_TWO } })
    await app.drag('d6', await app.place('a1'))
    await expect.poll(() => app.moves()).toEqual(['d6', 'd2'])
    await app.drag('d6', await app.place('d7'))
    await expect.poll(() => app.moves()).toEqual(['d6', 'd2', 'd6-d7'])
  })

  test('a man is dragged on a small board', async () => {
    await open('/', 'three', { stored: { 'game.three': PLACED } })
    await app.drag('a3', await app.place('b2'))
    await expect.poll(() => app.moves()).toEqual(['a3-b2'])
  })

  test('arrow keys walk along the lines of the board', async () => {
    await open('/', 'six')
    await app.page.locator('[data-point="0"]').focus()
    await app.keys('ArrowRight ArrowDown ArrowLeft')
    await expect.poll(() => app.focused()).toBe('b4, empty, a man can go here')
    await app.keys('Enter')
    await expect.poll(async () => (await app.moves())[0]).toBe('b4')
  })

  test('the dialog offers what plays the variant', async () => {
    await open('/', 'six')
    await app.openDialog('newGame')
    const offered = app.page.locator('dialog fieldset').first().locator('label')
    await expect.poll(() => offered.allInnerTexts()).toEqual(['Easy', 'Normal', 'Hard', 'Expert', 'Perfect', 'Two people'])
    await expect.poll(() => app.page.locator('.dialog-note').innerText()).toContain('Nine Men’s Morris only')
    await app.button('Start').click()
    await expect.poll(() => chosen()).toBe('Six Men’s Morris')
  })

  test('the server is asked for a variant by name', async () => {
    const asked: string[] = []
    const probe = (request: { url(): string }): unknown => {
      asked.push(new URL(request.url()).search)
      const moves = VARIANTS.three.board.names.map((move) => ({ move, fen: '', source: 'table', value: WIN }))
      return { fen: '', source: 'table', value: WIN, moves }
    }
    await open('/explore', 'three', { answers: { probe, line: { fen: '', moves: ['b2'] } } })
    await expect.poll(() => app.page.locator('.verdict-text').innerText()).toMatch(/White wins in 5/)
    expect(asked[0]).toMatch(/variant=three$/)
    await expect.poll(() => app.page.locator('.explore-person').isVisible()).toBe(false)
  })

  test('Learn says which rules differ', async () => {
    await open('/', 'lasker')
    await app.page.getByRole('link', { name: 'See the rules' }).click()
    const card = app.page.locator('#lasker')
    await expect.poll(() => card.locator('h3').innerText()).toBe('Lasker Morris')
    await expect.poll(() => card.locator('li').allInnerTexts()).toContain('On every turn you may place a man or move one.')
    await card.getByRole('link', { name: 'Explore' }).click()
    await expect.poll(address).toContain('/explore?variant=lasker&fen=')
  })
})
