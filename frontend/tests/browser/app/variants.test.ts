import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { VARIANTS } from '../../../src/core/rules/variants'
import type { VariantName } from '../../../src/core/rules/variants'
import { seriousProblems } from './axe'
import { createGame, join } from './players'
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

/** A game of two people from a position. */
const from = (variant: VariantName, start: string, moves = ''): unknown => ({
  setup: TWO_PEOPLE, variant, fen: start, moves: moves.split(' ').filter(Boolean), ...REST,
})

/** All men of Shax are placed, by Black last, who has closed the first mill. */
const SHAX_PLACED = from(
  'shax',
  '********/********/******** w p p 0 12 0 12 0 0 0 0 0 0 0 0 1',
  'f2 b2 d7 d6 e3 e4 c5 f4 c4 a1 b4 g1 d5 g4 b6 d1 g7 e5 f6 c3 a4 d2 a7 d3',
)

/** White cannot move. */
const SHAX_STUCK = 'O@O@OO@@/@OO@OOO@/**@O@@O@ w m s 11 0 11 0 0 0 0 0 0 0 0 1 15'

/** White's man has just gone from f2 to d2, out of a mill and into another. */
const MORABARABA_BANNED = '*OOOO@**/O@@*O@@*/*@OOO@** w m s 9 0 7 0 0 0 19 20 0 0 0 1 19'

/** A point to start with, the name in each language, and the number of points. */
const GAMES = [
  ['three', 'b2', 'Three Men’s Morris', 'スリー・メンズ・モリス', 9],
  ['six', 'c5', 'Six Men’s Morris', 'シックス・メンズ・モリス', 16],
  ['morabaraba', 'd6', 'Morabaraba', 'モラバラバ', 24],
  ['lasker', 'd6', 'Lasker Morris', 'ラスカー・モリス', 24],
  ['shax', 'd6', 'Shax', 'シャハ', 24],
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
    await expect.poll(() => chosen()).toBe('Morabaraba')
    await expect.poll(address).toBe('/?variant=morabaraba')
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

  test('in Shax each side takes a man after the placing, and who took first moves first', async () => {
    await open('/', 'shax', { stored: { 'game.shax': SHAX_PLACED } })
    const last = (count: number): Promise<string[]> => app.moves().then((moves) => moves.slice(-count))
    await expect.poll(() => app.turn()).toBe('Black to move')
    await expect.poll(() => app.hint()).toBe('All men are placed: take one of the men with a red ring.')
    await expect.poll(() => app.page.locator('[data-point="0"]').getAttribute('aria-label')).toBe('a7, white man, can be captured')
    await app.click('d3')
    await expect.poll(() => app.hint()).toBe('First capture one of the men with a red ring.')
    await app.click('a7')
    await expect.poll(() => last(1)).toEqual(['xa7'])
    await expect.poll(() => app.announced()).toMatch(/^Black: captured the man on a7\. All men are placed: take/)
    await expect.poll(() => app.turn()).toBe('White to move')
    await app.choose(VARIANTS.shax.board.names.indexOf('d6'))
    await expect.poll(() => last(2)).toEqual(['xa7', 'xd6'])
    await expect.poll(() => app.turn()).toBe('Black to move')
    await expect.poll(() => app.page.locator('.moves li').nth(12).innerText()).toMatch(/^13\.\s*--\s*xa7$/)
    await app.command('undo').click()
    await app.command('undo').click()
    await expect.poll(() => last(1)).toEqual(['d3'])
    await app.command('redo').click()
    await expect.poll(() => last(1)).toEqual(['xa7'])
    await app.page.reload()
    await expect.poll(() => last(1)).toEqual(['xa7'])
  })

  test.each([['mouse', {}], ['touch', PHONE]] as const)('in Shax a side that cannot move passes, by %s', async (pointer, window) => {
    await open('/', 'shax', { ...window, stored: { 'game.shax': from('shax', SHAX_STUCK) } })
    await expect.poll(() => app.hint()).toBe('You cannot move: pass.')
    const pass = app.button('Pass')
    await pass.waitFor()
    await expect.poll(() => app.overflows()).toBe(false)
    await expect.poll(() => seriousProblems(app.page)).toEqual([])
    await (pointer === 'touch' ? pass.tap() : pass.click())
    await expect.poll(() => app.moves()).toEqual(['pass'])
    await expect.poll(() => app.announced()).toMatch(/^White: passed\. Your opponent cannot move: open a way\./)
    await pass.waitFor({ state: 'detached' })
    await app.click('a4')
    await expect.poll(() => app.hint()).not.toMatch(/^Your opponent/)
    await app.click('a7')
    await app.click('d7')
    await expect.poll(() => app.moves()).toEqual(['pass', 'a7-d7'])
    await app.command('undo').click()
    await app.command('undo').click()
    await pass.waitFor()
  })

  test('in Shax a pass is made with the keyboard, and the computer answers', async () => {
    const game = { ...(from('shax', SHAX_STUCK) as object), setup: { ...TWO_PEOPLE, opponent: 'easy' } }
    await open('/', 'shax', { stored: { 'game.shax': game } })
    await app.choose(0) // the board has the focus, and says what is to be done
    await expect.poll(() => app.hint()).toBe('You cannot move: press Pass.')
    await app.button('Pass').press('Enter')
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await expect.poll(() => app.turn()).toBe('Your turn')
  })

  test('in Shax a pass reaches the opponent, who opens a way', async () => {
    await open('/', 'shax')
    const terms = { variant: 'shax', fen: SHAX_STUCK, clock: { kind: 'none' }, color: 'white' }
    const bo = await App.open({ path: await createGame(app, terms) })
    bo.board = VARIANTS.shax.board
    await join(bo)
    await expect.poll(() => app.hint()).toBe('You cannot move: pass.')
    await app.button('Pass').click()
    await expect.poll(() => bo.moves()).toEqual(['pass'])
    await expect.poll(() => bo.hint()).toMatch(/^Your opponent cannot move: open a way/)
    await expect.poll(() => bo.announced()).toMatch(/^White: passed\./)
    await bo.click('g4')
    await bo.click('g7')
    await expect.poll(() => app.moves()).toEqual(['pass', 'g4-g7'])
    await expect.poll(() => app.turn()).toBe('Your turn')
    await bo.close()
  })

  test('in Morabaraba a man may not go straight back into a mill', async () => {
    await open('/', 'morabaraba', { stored: { 'game.morabaraba': from('morabaraba', MORABARABA_BANNED) } })
    await app.click('d2') // which has no other way
    await expect.poll(() => app.hint()).toBe('This man has just left a mill to close another: it may not go straight back.')
    await expect.poll(() => app.moves()).toEqual([])
  })

  test('Shax is explored: a pass is a link, and its values come from the server', async () => {
    await open('/explore', 'shax')
    await app.page.goto(`/explore?variant=shax&fen=${SHAX_STUCK.replaceAll(' ', '_')}`)
    const row = app.page.locator('.explore-moves a').first()
    await expect.poll(() => row.locator('.move-name').innerText()).toBe('pass')
    await expect.poll(() => row.locator('.chip').innerText()).toMatch(/%|=|\d/)
    await row.click()
    await expect.poll(fen).toContain(' b m s 11 0 11 0 ')
    await expect.poll(() => app.page.locator('.move-name').allInnerTexts().then((names) => names.toSorted())).toEqual(['a7-d7', 'd6-d7', 'g4-g7'])
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
