import { readFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { NAMES } from '../../../src/core/rules/nine'
import { problemsInThemes } from './axe'
import { App, PHONE, closeBrowser, eventually } from './site'
import type { AppOptions } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

/** White wins in 13; the server has the table. */
const WON = '***@*@**/**O*O@**/*******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1'
/** No table has it here. */
const UNSOLVED = '**O*@***/*O*@**O*/@**O**@* w m s 4 0 4 0 0 0 0 0 0 0 0 0 1'
/** The longest game of all; no table has it here. */
const LONGEST = '***@*@**/**O*@@*O/O*O*@O*@ w p p 5 2 6 2 0 0 0 0 0 0 0 0 1'
/** White has four men to three: that table is left out. */
const AHEAD = '@*@*@***/*****O**/OO****O* w m s 4 0 3 0 0 0 0 0 0 0 0 0 1'
/** White closes a7 d7 g7 with the man on a1 and wins. */
const MILL = '@*@*@***/********/OO***O** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1'

/** A draw in the book, with replies that lose. */
const OPENING = 'O**@****/**@*O*@O/******** w p p 3 6 3 6 0 0 0 0 0 0 0 0 1'
/** The book has the moves of it, and not the replies to them. */
const EDGE = '********/O@@OO@O*/******** b p p 4 5 3 6 0 0 0 0 0 0 0 0 1'

async function open(fen: string | null, options: AppOptions = {}): Promise<void> {
  const path = fen === null ? '/explore' : `/explore?fen=${fen.replaceAll(' ', '_')}`
  app = await App.open({ path, ...options })
}

const verdict = (): Promise<string> => app.page.locator('.verdict-text').innerText()
const source = (): Promise<string> => app.page.locator('.verdict-source').innerText()
const fen = (): Promise<string> => app.page.locator('.explore-form input').inputValue()
const address = async (): Promise<string> => decodeURIComponent(new URL(app.page.url()).search)

/** The rows of the list, such as `13 f4-d3 win in 13 table`. */
async function rows(): Promise<string[]> {
  const texts = await app.page.locator('.explore-moves a').allInnerTexts()
  return texts.map((text) => text.replace(/\s+/g, ' '))
}

describe('values', () => {
  test('are exact if there is a table, and say so', async () => {
    await open(WON)
    await expect.poll(verdict).toBe('White wins in 13 moves')
    await expect.poll(() => source()).toBe('Exact, from the tables')
    await expect.poll(() => app.page.locator('.explore-verdict [role=status]').textContent()).toBe(
      'White wins in 13 moves Exact, from the tables',
    )
    await expect.poll(async () => (await rows()).slice(0, 3)).toEqual([
      '13 f4-d3 win in 13 table', '23 a7-d3 win in 23 table', '6 d2-d3 loss in 6 10 of 54 replies win table',
    ])
    for (const [tone, count] of [['win', 2], ['loss', 52]] as const) {
      await expect.poll(() => app.page.locator(`.explore-moves .chip[class="chip ${tone}"]`).count()).toBe(count)
    }
  })

  test('come from a search if nothing is solved, and say so', async () => {
    await open(UNSOLVED)
    const found = expect.poll(source) // the engine may have to be compiled first
    await found.toMatch(/^(Estimate by search, depth \d+|Proved by search)/)
    await expect.poll(async () => (await rows()).every((row) => /^\d+% .* estimate \d+% search$|proved$/.test(row))).toBe(true)
    await expect.poll(() => verdict()).toMatch(/^About \d+% for White$|wins|Draw/)
    await expect.poll(() => app.page.locator('.explore-line a').count()).toBeGreaterThan(0)
  })

  test('come from the book in the opening, and say so', async () => {
    await open(null)
    await expect.poll(verdict).toBe('Draw with best play')
    await expect.poll(() => source()).toBe('Exact, from the book')
    await expect.poll(async () => (await rows()).every((row) => /^= \w\d draw chance \d\d% .*book$/.test(row))).toBe(true)
  })

  test('of the longest game come from the shipped results, and say so', async () => {
    await open(LONGEST)
    await expect.poll(verdict).toBe('Black wins in 206 moves')
    await expect.poll(() => source()).toMatch(/^Exact, from the shipped results/)
    await expect.poll(async () => (await rows())[0]).toBe('206 f2 loss in 206 results')
    await expect.poll(async () => (await rows()).every((row) => / loss( in \d+)? results$/.test(row))).toBe(true)
    await expect.poll(() => app.page.locator('.explore-line a').count()).toBe(206)
  })

  test('of a table that is left out come from a one-move look-ahead, and say so', async () => {
    await open(AHEAD)
    await expect.poll(verdict).toBe('White wins with the next move')
    await expect.poll(() => source()).toBe('Exact, by a one-move look-ahead into the tables')
    await expect.poll(async () => (await rows())[0]).toMatch(/ win in 1 table$/)
  })

  test('are found for every move, however many', async () => {
    await open('@*@*@***/@*@*@*@*/*O**O*O* w m s 3 0 7 0 0 0 0 0 0 0 0 0 1')
    await expect.poll(async () => (await rows()).length).toBe(42)
    await expect.poll(async () => (await rows()).filter((row) => /(search|proved)$/.test(row)).length).toBe(42)
    await expect.poll(source).toMatch(/^(?!.*searching)/)
  })

  test('are on the board, and read to screen readers', async () => {
    await open(WON)
    await expect.poll(verdict).toBe('White wins in 13 moves')
    const name = (point: number): Promise<string | null> =>
      app.page.locator(`.nmm-points [data-point="${point}"]`).getAttribute('aria-label')
    await expect.poll(() => name(11)).toBe('f4, white man, can move, win in 13')
    await expect.poll(() => name(13)).toBe('d2, white man, can move, loss in 6')
    const before = await app.page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
    await app.click('f4')
    await expect.poll(() => name(21)).toBe('d3, empty, a man can go here, win in 13')
    await expect.poll(async () => before === (await app.page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()))).toBe(false)
  })

  test('come from a search in the page without a server, until it is back', async () => {
    await open(WON, { answers: { probe: null } })
    await expect.poll(source).toMatch(/^(Estimate by search, depth \d+|Proved by search)$/)
    await expect.poll(() => app.page.locator('.explore-moves .chip.unknown').count()).toBe(0)
    await app.click('f4 d3')
    await expect.poll(() => app.page.locator('.verdict-turn').innerText()).toBe('Black to move')
    await app.answer('health', null)
    await app.page.evaluate(() => dispatchEvent(new Event('offline')))
    await expect.poll(() => app.page.locator('.status').innerText()).toMatch(/^Offline/)
    for (const path of ['health', 'probe']) await app.page.unroute(`**/api/v1/${path}*`)
    await app.page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(verdict).toBe('White wins in 12 moves') // asked anew once the server is back
    app.complaints.length = 0 // the browser reports requests that fail
  })
})

describe('chances', () => {
  const prospect = (): Promise<string> => app.page.locator('.verdict-prospect').innerText()
  const percents = (): Promise<number[]> =>
    app.page.locator('.move-chance span:last-child').evaluateAll((all) => all.map((each) => parseFloat(each.textContent ?? '')))
  const person = (name: string): Locator => app.page.getByRole('radio', { name })

  test('order and shade drawn moves, and say how many replies hold', async () => {
    await open(OPENING)
    await expect.poll(verdict).toBe('Draw with best play')
    await expect.poll(() => prospect()).toMatch(/^Best play can expect \d\d\.\d% against a club player$/)
    await eventually(async () => {
      const shown = await percents()
      expect(shown.length).toBeGreaterThan(5)
      expect([...shown].sort((one, two) => two - one)).toEqual(shown)
      const [first] = await rows()
      expect(first).toMatch(/^= \w\d draw chance \d\d(\.\d)?% (hardest to answer|best chance): (only )?\d+ of 17 replies holds? book$/)
      const chips = app.page.locator('.explore-moves .chip.draw')
      const colors = await chips.evaluateAll((all) => all.map((chip) => getComputedStyle(chip).backgroundColor))
      expect([colors[0], colors.at(-1)]).toEqual(['rgb(98, 190, 138)', 'rgb(220, 220, 220)'])
      const losses = (await rows()).filter((row) => row.includes(' loss '))
      expect(losses.every((row) => /^\d+ \w\d loss in \d+ .*(replies wins?|every reply wins) book$/.test(row))).toBe(true)
      const [name] = /[a-g][1-7]/.exec(first) ?? ['']
      const label = await app.page.locator(`.nmm-points [data-point="${NAMES.indexOf(name)}"]`).getAttribute('aria-label')
      expect(label).toMatch(/, draw, chance \d\d(\.\d)?%$/)
    })
  })

  test('are against the chosen opponent, who is remembered', async () => {
    await open(OPENING)
    await expect.poll(prospect).toMatch(/club player$/)
    await expect.poll(async () => (await percents()).length).toBeGreaterThan(0)
    const before = await percents()
    await person('Club').focus()
    await app.keys('ArrowRight')
    await expect.poll(prospect).toMatch(/a master$/)
    await expect.poll(async () => (await percents())[0] === before[0]).toBe(false)
    await expect.poll(() => app.focused()).toBe('') // still on the radio button
    await app.page.reload()
    await expect.poll(prospect).toMatch(/a master$/)
    await expect.poll(() => person('Master').isChecked()).toBe(true)
  })

  test('are estimated by search at the end of the book, and say so', async () => {
    await open(EDGE)
    await expect.poll(prospect).toMatch(/^Best play can expect about \d+% against a club player \(estimate by search\)$/)
    await expect.poll(() => source()).toMatch(/^Exact, from the book/)
    await expect.poll(async () => (await rows()).some((row) => /^= \w\d draw estimated chance ~\d+% book$/.test(row))).toBe(true)
    await expect.poll(() => app.page.locator('.explore-person .note').innerText()).toMatch(/Estimated by search/)
  })

  test('are nothing to choose by if the game is decided', async () => {
    await open(WON)
    await expect.poll(verdict).toBe('White wins in 13 moves')
    await expect.poll(() => app.page.locator('.verdict-prospect').isVisible()).toBe(false)
    await expect.poll(() => app.page.locator('.move-chance:visible').count()).toBe(0)
  })

  test('have no barriers in any theme', async () => {
    await open(OPENING)
    await expect.poll(prospect).toMatch(/club player$/)
    await expect.poll(() => problemsInThemes(app)).toEqual([])
  })

  test('fit on a phone, in Japanese', async () => {
    await open(OPENING, { ...PHONE, locale: 'ja-JP' })
    await expect.poll(prospect).toMatch(/^中級者が相手なら、最善を尽くして期待できる得点は\d\d\.\d%$/)
    await expect.poll(async () => (await rows())[0]).toMatch(/期待得点 \d\d\.\d% 最も(受けにくい|有望な)手：応手17通り中、引き分けを保てるのは\d+通り(だけ)? 定跡$/)
    await expect.poll(() => app.overflows()).toBe(false)
  })
})

describe('the address is the position', () => {
  test('and follows moves on the board, back and forth', async () => {
    await open(WON)
    await app.click('f4 d3')
    await expect.poll(verdict).toBe('White wins in 12 moves')
    await expect.poll(address).toBe('?fen=***@O@**/****O@**/*******O_b_m_s_3_0_3_0_0_0_0_0_0_0_0_1_1')
    await app.page.goBack()
    await expect.poll(verdict).toBe('White wins in 13 moves')
    await app.page.goForward()
    await expect.poll(verdict).toBe('White wins in 12 moves')
    await app.page.reload()
    await expect.poll(verdict).toBe('White wins in 12 moves')
  })

  test('every move is a link to the position after it', async () => {
    await open(WON)
    await expect.poll(verdict).toBe('White wins in 13 moves')
    const links = (): Promise<string[]> =>
      app.page.locator('.explore-moves a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).search))
    await expect.poll(async () => new Set(await links()).size).toBe(54)
    const third = (await links())[2]
    await app.page.locator('.explore-moves a').nth(2).click()
    await expect.poll(verdict).toBe('Black wins in 5 moves')
    await expect.poll(async () => new URL(app.page.url()).search).toBe(third)
  })

  test('a mill is closed and a man captured on the board', async () => {
    await open(MILL)
    await expect.poll(verdict).toBe('White wins with the next move')
    await app.click('a1 a7')
    await expect.poll(address).toContain(MILL.split(' ')[0]) // the turn is not over
    await app.click('d5')
    await expect.poll(verdict).toBe('White wins: the opponent has two men left')
    await expect.poll(() => app.page.locator('.explore-moves a').count()).toBe(0)
  })
})

describe('the best line', () => {
  test('is shown as links and played out to the end', async () => {
    await open(WON)
    await expect.poll(() => app.page.locator('.explore-line a').count()).toBe(13)
    await app.holdTime()
    await app.button('Play it out').click()
    const play = async (): Promise<string> => {
      await app.page.clock.runFor(1000)
      return verdict()
    }
    await expect.poll(play).toBe('White wins: the opponent has two men left')
    await app.page.clock.runFor(1000)
    await expect.poll(() => app.button('Stop').count()).toBe(0)
  })
})

describe('the position', () => {
  test('can be pasted as FEN', async () => {
    await open(null)
    await app.page.locator('.explore-form input').fill(WON)
    await app.keys('Enter')
    await expect.poll(verdict).toBe('White wins in 13 moves')
    await app.page.locator('.explore-form input').fill('***@*@**/**O w m s')
    await app.button('Open').click()
    await expect.poll(() => app.page.locator('.explore-message').innerText()).toContain('“***@*@**/**O w m s” is not a FEN')
    await expect.poll(() => app.page.locator('.explore-form input').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => verdict()).toBe('White wins in 13 moves')
  })

  test('can be rotated and mirrored; its value stays', async () => {
    await open(WON)
    await expect.poll(verdict).toBe('White wins in 13 moves')
    for (const view of ['Rotate', 'Mirror', 'Flip', 'Swap squares']) {
      const before = await fen()
      await app.page.getByRole('link', { name: view, exact: true }).click()
      await expect.poll(async () => (await fen()) === before).toBe(false)
      await expect.poll(verdict).toBe('White wins in 13 moves')
    }
    await app.page.getByRole('link', { name: 'Swap colours' }).click()
    await expect.poll(verdict).toBe('Black wins in 13 moves')
  })

  test('is copied, and saved as PNG and SVG', async () => {
    await open(WON, { permissions: ['clipboard-read', 'clipboard-write'] })
    await app.button('Copy FEN').click()
    await expect.poll(() => app.page.evaluate(() => navigator.clipboard.readText())).toBe(WON)
    await app.button('Copy link').click()
    await expect.poll(() => app.page.evaluate(() => navigator.clipboard.readText())).toBe(app.page.url())
    for (const [name, begin] of [['PNG', '\u0089PNG'], ['SVG', '<svg xmlns']] as const) {
      const waiting = app.page.waitForEvent('download')
      await app.page.getByText(name, { exact: true }).click()
      const file = await (await waiting).path()
      expect(readFileSync(file, 'latin1').startsWith(begin)).toBe(true)
    }
  })
})

describe('the editor', () => {
  test('sets up a position with the keyboard alone, and rejects impossible ones', async () => {
    await open(null)
    await app.button('Set up').focus()
    await app.keys('Enter')
    await expect.poll(() => app.page.locator('.explore-editor').isVisible()).toBe(true)
    await app.page.getByRole('spinbutton', { name: 'White' }).focus()
    await app.keys('Control+A 1 2')
    await expect.poll(() => app.page.locator('.explore-fault').innerText()).toBe(
      'Not possible: White has 0 men on the board, so it can have 0 to 9 in hand',
    )
    await expect.poll(() => app.button('Done').isDisabled()).toBe(true)
    await app.page.getByRole('radio', { name: 'Placing' }).focus()
    await app.keys('ArrowRight') // moving: nobody has men in hand
    await app.page.locator('.nmm-points [tabindex="0"]').focus()
    await app.keys('Enter ArrowRight Enter ArrowDown ArrowDown Enter') // a7 d7 d5
    await app.page.getByRole('radio', { name: 'White' }).first().focus()
    await app.keys('ArrowRight') // black men
    await app.page.locator('.nmm-points [tabindex="0"]').focus()
    await app.keys('ArrowLeft Enter ArrowDown Enter ArrowDown Enter') // c5 c4 c3
    await app.button('Done').focus()
    await app.keys('Enter')
    await expect.poll(() => fen()).toBe('O****@@@/********/O******O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1')
    await expect.poll(verdict).toMatch(/wins|draw/)
    await expect.poll(() => app.focused()).toBe('Set up')
  })

  test('counts the men in hand during placing', async () => {
    await open(null)
    await app.button('Set up').click()
    const hand = (name: string): Promise<string> => app.page.getByRole('spinbutton', { name }).inputValue()
    const hands = async (): Promise<string[]> => [await hand('White'), await hand('Black')]
    const choose = (group: string, name: string): Promise<void> =>
      app.page.getByRole('group', { name: group }).getByRole('radio', { name }).check({ force: true })
    await app.choose(0)
    await app.choose(9)
    await expect.poll(() => hands()).toEqual(['7', '7'])
    await choose('Place', 'Black')
    await app.choose(3)
    await expect.poll(() => hands()).toEqual(['7', '7']) // one of Black's men has been taken
    await choose('To move', 'Black')
    await expect.poll(() => hands()).toEqual(['7', '8'])
    await app.page.getByRole('spinbutton', { name: 'White' }).fill('5')
    await expect.poll(() => hands()).toEqual(['5', '6'])
    await choose('Phase', 'Moving')
    await choose('Phase', 'Placing')
    await expect.poll(() => hands()).toEqual(['5', '6'])
    await app.button('Done').click()
    await expect.poll(() => fen()).toContain(' b p p 2 5 1 6 ')
  })

  test('and values have no barriers in any theme', async () => {
    await open(WON)
    await expect.poll(verdict).toBe('White wins in 13 moves')
    await expect.poll(() => problemsInThemes(app)).toEqual([])
    await app.button('Set up').click()
    await app.page.locator('.explore-editor').waitFor()
    await expect.poll(() => problemsInThemes(app)).toEqual([])
  })

  test('keeps what is set up when the language changes', async () => {
    await open(WON)
    await app.button('Set up').click()
    await app.page.locator('.explore-editor').waitFor()
    await app.click('a7 g7')
    await app.speak('de')
    await expect.poll(() => app.page.locator('.explore-editor h2').innerText()).toBe('Stellung aufbauen')
    await app.button('Fertig').click()
    await expect.poll(() => fen()).toBe('***@*@**/**O*O@**/*O****** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1') // from a7 to g7
  })

  test('can be cancelled', async () => {
    await open(WON)
    await app.button('Set up').click()
    await app.page.locator('.explore-editor').waitFor()
    await app.click('a7 a4')
    await app.button('Clear the board').click()
    await app.button('Cancel').click()
    await expect.poll(() => fen()).toBe(WON)
    await expect.poll(verdict).toBe('White wins in 13 moves')
  })
})

test('the keyboard alone plays and steps through the moves', async () => {
  await open(WON)
  await expect.poll(verdict).toBe('White wins in 13 moves')
  await app.page.locator('.nmm-points [tabindex="0"]').focus()
  await app.keys('ArrowRight ArrowRight ArrowDown ArrowLeft Enter') // f4
  await expect.poll(() => app.focused()).toMatch(/^f4, white man, selected/)
  await app.keys('Escape')
  await expect.poll(() => app.focused()).toMatch(/^f4, white man, can move/)
  await app.page.locator('.explore-moves a').first().focus()
  await app.keys('Enter')
  await expect.poll(verdict).toBe('White wins in 12 moves')
})

test('on a phone the board comes first and nothing sticks out', async () => {
  await open(WON, { ...PHONE, locale: 'ja-JP' })
  await expect.poll(verdict).toBe('白の勝ち（あと13手）')
  await expect.poll(() => app.overflows()).toBe(false)
  await expect.poll(() => app.order('.nmm-board', '.explore-verdict', '.explore-sharing')).toEqual([0, 1, 2])
  const { x, y } = await app.place('f4')
  await app.page.touchscreen.tap(x, y)
  const target = await app.place('d3')
  await app.page.touchscreen.tap(target.x, target.y)
  await expect.poll(verdict).toBe('白の勝ち（あと12手）')
})
