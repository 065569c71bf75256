import { NAMES } from '../../../src/core/rules/nine'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { PuzzleDocument } from '../../../src/generated/api'
import type { PuzzlesDocument } from '../../../src/generated/api'
import { choosePuzzle, dailyPuzzle } from '../../../src/pages/learn/choosing'
import { movesOf, positionOf, taskOf } from '../../../src/pages/learn/puzzles'
import { FIRST_RATING } from '../../../src/core/players/people'
import { WHITE } from '../../../src/core/rules/position'
import type { Move } from '../../../src/core/rules/position'
import { problemsInThemes, seriousProblems } from './axe'
import { App, PHONE, closeBrowser, eventually } from './site'
import type { AppOptions } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

const FILE = new URL('../../../../src/merels/web/api/puzzles.json', import.meta.url)
const { puzzles } = JSON.parse(readFileSync(FILE, 'utf8')) as PuzzlesDocument
const NONE: ReadonlySet<string> = new Set()

/** Puzzles of each difficulty that are shown at first. */
const PAGE = 24

async function open(path: string, options: AppOptions = {}): Promise<void> {
  app = await App.open({ path, ...options })
}

const message = (): Promise<string> => app.page.locator('.exercise-message').innerText()
const heading = (): Promise<string> => app.page.locator('h1').innerText()
const next = (): Promise<boolean> => app.page.getByRole('link', { name: /^(Next|On to)/ }).isVisible()

/** Waits until the label of a point says this. */
async function untilPoint(name: string, says: RegExp): Promise<void> {
  const point = app.page.locator(`.nmm-points [aria-label^="${name},"]`)
  await expect.poll(async () => (await point.getAttribute('aria-label')) ?? '').toMatch(says)
}

function pointsOf({ origin, target, captured }: Move): string {
  return [origin, target, captured].flatMap((point) => (point === null ? [] : NAMES[point])).join(' ')
}

const links = (): Promise<number> => app.page.locator('.puzzle-link').count()

/** How many puzzles are listed at first: a page of each difficulty. */
function listed(some: readonly PuzzleDocument[]): number {
  const counts = [1, 2, 3, 4, 5].map((stars) => some.filter(({ rating }) => rating === stars).length)
  return counts.reduce((sum, count) => sum + Math.min(PAGE, count), 0)
}

/** Puts other puzzles in place of those of the server; null for none. */
async function replacePuzzles(some: readonly PuzzleDocument[] | null): Promise<void> {
  await app.page.route('**/puzzles.json', (route) => (some ? route.fulfill({ json: { puzzles: some } }) : route.abort()))
}

function find(fits: (puzzle: PuzzleDocument) => boolean): PuzzleDocument {
  const found = puzzles.find(fits)
  if (!found) throw new Error('there is no such puzzle')
  return found
}

describe('the tutorial', () => {
  test('is done on the board, step by step', async () => {
    await open('/learn')
    await app.page.getByRole('link', { name: /^1 Placing/ }).click()
    await expect.poll(heading).toBe('Placing')
    await expect.poll(() => next()).toBe(false)
    for (const [point, answer] of [['a7', 'd6'], ['g7', 'd2']]) {
      await app.click(point)
      await untilPoint(answer, /black man/)
    }
    await app.click('a1')
    await expect.poll(message).toBe('Well done!')
    await expect.poll(() => app.focused()).toBe('Next')
    await app.keys('Enter')

    await expect.poll(heading).toBe('Mills')
    await expect.poll(() => next()).toBe(false)
    await app.click('g7')
    await expect.poll(message).toMatch(/Capture one of the men/)
    await app.click('f2')
    await expect.poll(message).toBe('Well done!')
    await app.keys('Enter')

    await expect.poll(heading).toBe('Capturing')
    await app.click('b4')
    await expect.poll(message).toBe('The man on b4 is protected by a mill.')
    await app.click('f4')
    await expect.poll(message).toBe('Well done!')
    await app.keys('Enter')

    await expect.poll(heading).toBe('Moving')
    await app.click('d6 d5') // no mill
    await expect.poll(message).toBe('Not quite. Try again.')
    await untilPoint('d6', /white man/) // it is taken back
    await app.click('d6 d7 d1')
    await expect.poll(message).toBe('Well done!')
    await app.keys('Enter')

    await expect.poll(heading).toBe('Opening and closing')
    await app.click('d7 d6')
    await expect.poll(message).toBe('Good. Keep going.')
    await untilPoint('d1', /black man/)
    await app.click('d6 d7 b4')
    await expect.poll(message).toBe('Well done!')
    await app.keys('Enter')

    await expect.poll(heading).toBe('Flying')
    await app.click('e3 g7 d6')
    await expect.poll(message).toBe('Well done!')
    await app.keys('Enter')

    await expect.poll(heading).toBe('Blocking')
    await app.click('b4 c4')
    await expect.poll(message).toBe('Not quite. Try again.')
    await untilPoint('b4', /white man/)
    await app.click('b4 a4')
    await expect.poll(message).toBe('Well done!')
    await app.page.getByRole('link', { name: 'On to the puzzles' }).click()
    await expect.poll(() => app.page.locator('.lesson.is-done').count()).toBe(7)
  })

  test('can be done with the keyboard alone', async () => {
    await open('/learn?lesson=mills')
    await app.page.locator('.nmm-points [tabindex="0"]').focus()
    await app.keys('ArrowRight ArrowRight Enter')
    await expect.poll(message).toMatch(/Capture one of the men/)
    await app.keys('ArrowLeft ArrowDown Enter') // d6
    await expect.poll(message).toBe('Well done!')
    await expect.poll(() => app.focused()).toBe('Next')
  })

  test('starts over when asked', async () => {
    await open('/learn?lesson=opening')
    await app.holdTime()
    await app.click('d7 d6')
    await expect.poll(message).toBe('Good. Keep going.')
    await app.button('Start over').click()
    await expect.poll(message).toBe('')
    await app.page.clock.fastForward(10_000) // Black's answer was dropped
    const name = app.page.locator('.nmm-points [data-point="1"]')
    await expect.poll(() => name.getAttribute('aria-label')).toBe('d7, white man, can move')
  })
})

describe('puzzles', () => {
  test('are listed by difficulty, and chosen by goal and theme', async () => {
    await open('/learn')
    await expect.poll(links).toBe(listed(puzzles))
    const names = async (): Promise<string[]> =>
      (await app.page.locator('.puzzle-groups h3').allInnerTexts()).map((name) => name.replace(/ \d+$/, ''))
    await expect.poll(names).toEqual(['★ First steps', '★★ Easy', '★★★ Medium', '★★★★ Hard', '★★★★★ Master'])
    await app.page.getByRole('radio', { name: 'Sacrifice' }).check({ force: true })
    const sacrifices = puzzles.filter(({ themes }) => themes.includes('sacrifice'))
    await expect.poll(links).toBe(listed(sacrifices))
    await expect.poll(async () => new URL(app.page.url()).searchParams.get('theme')).toBe('sacrifice')
    await app.page.reload()
    await expect.poll(links).toBe(listed(sacrifices))
    await app.page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'All' }).check({ force: true })
    await app.page.getByRole('radio', { name: 'Draw' }).check({ force: true })
    await expect.poll(links).toBe(listed(puzzles.filter(({ kind }) => kind === 'draw')))
    await app.page.locator('.puzzle-link').first().click()
    await expect.poll(() => app.page.locator('.exercise-goal').innerText()).toMatch(/Only one move does not lose/)
  })

  test('are solved move by move, and remembered', async () => {
    const puzzle = find(({ kind, plies }) => kind === 'win' && plies === 5)
    await open(`/learn?puzzle=${puzzle.id}`)
    await expect.poll(() => app.page.locator('.exercise-goal').innerText()).toMatch(/^You play (White|Black)\. Win in 3 of your moves\.$/)
    const moves = movesOf(puzzle)
    const enemy = positionOf(puzzle).turn === WHITE ? /black man/ : /white man/
    for (const ply of [0, 2]) {
      await app.click(pointsOf(moves[ply]))
      await expect.poll(message).toBe('Correct! Keep going.')
      await untilPoint(NAMES[moves[ply + 1].target ?? 0], enemy)
    }
    await app.click(pointsOf(moves[4]))
    await expect.poll(message).toBe('Solved!')
    await expect.poll(() => app.focused()).toBe('Next puzzle')
    await expect.poll(() => app.page.locator('.puzzle-result p').innerText()).toMatch(/^Your rating: \d+ \+\d+$/)
    await expect.poll(() => app.page.locator('.puzzle-themes li').count()).toBe(puzzle.themes.length)
    await expect.poll(() => app.announced()).toMatch(/^Solved! Your rating: \d+ \+\d+$/)
    await app.page.getByRole('link', { name: 'All lessons and puzzles' }).click()
    await expect.poll(() => app.page.locator('.puzzle-rating').innerText()).toMatch(/Puzzles so far: 1\./)
  })

  test('more of them are shown on request, and the focus goes there', async () => {
    await open('/learn')
    await expect.poll(links).toBe(listed(puzzles))
    const more = app.page.getByRole('button', { name: /^Show more/ }).first()
    await more.focus()
    await app.keys('Enter')
    await expect.poll(links).toBe(listed(puzzles) + PAGE)
    await expect.poll(() => app.focused()).toMatch(/^Puzzle \d+, you play (White|Black)/)
  })

  test('of the day are the same for everybody', async () => {
    const daily = dailyPuzzle(puzzles, new Date())
    await open('/learn')
    await app.page.getByRole('link', { name: /^Puzzle of the day/ }).click()
    await expect.poll(heading).toBe(`Puzzle ${daily?.id}`)
  })

  test('that go on for long ask for the only moves that win', async () => {
    const puzzle = find((each) => taskOf(each) === 'find' && each.line.length === 1 && each.phase === 'placing')
    await open(`/learn?puzzle=${puzzle.id}`)
    await expect.poll(() => app.page.locator('.exercise-goal').innerText()).toMatch(/Only one move wins\. Find it\.$/)
    const hand = Number(/(\d+) in hand$/.exec(await app.page.locator('.is-yours').innerText())?.[1])
    await app.click(pointsOf(movesOf(puzzle)[0]))
    await expect.poll(() => app.page.locator('.is-yours').innerText()).toMatch(hand > 1 ? new RegExp(`${hand - 1} in hand$`) : /(White|Black)$/)
    await expect.poll(message).toMatch(/^Solved! Best play wins from here in \d+ more of your moves\.$/)
  })

  test('missed ones lower the rating, once', async () => {
    const puzzle = find(({ strength }) => strength > 650 && strength < 750)
    await open(`/learn?puzzle=${puzzle.id}`)
    const rating = (): Promise<number> =>
      app.page.evaluate((first) => JSON.parse(localStorage.getItem('merels.puzzle-rating') ?? 'null')?.rating ?? first, FIRST_RATING)
    await app.button('Hint').click()
    await expect.poll(rating).toBeLessThan(FIRST_RATING)
    const lowered = await rating()
    await app.button('Show the solution').click()
    await expect.poll(message).toBe('That was the solution.')
    await expect.poll(() => rating()).toBe(lowered)
    await expect.poll(() => app.page.locator('.puzzle-result p').innerText()).toMatch(/^Your rating: \d+ −\d+$/)
  })

  test('say what is wrong, take it back, and give a hint', async () => {
    const puzzle = find(({ kind }) => kind === 'draw')
    const [answer] = movesOf(puzzle)
    await open(`/learn?puzzle=${puzzle.id}`)
    await expect.poll(heading).toBe(`Puzzle ${puzzle.id}`)
    await app.button('Hint').click()
    await expect.poll(() => message()).toBe(`Look at ${NAMES[answer.origin ?? 0]}.`)
    const targets = app.page.locator('.nmm-points button[aria-label*="a man can go here"]')
    await app.click(NAMES[answer.origin ?? 0])
    await expect.poll(() => targets.count()).toBeGreaterThan(1)
    const names = await targets.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.slice(0, 2)))
    const wrong = names.find((name) => name !== NAMES[answer.target ?? 0]) ?? ''
    await app.click(wrong)
    await expect.poll(message).toBe('That move loses. Try again.')
    await untilPoint(NAMES[answer.origin ?? 0], /can move/)
    await app.click(pointsOf(answer))
    await expect.poll(message).toBe('Solved!')
  })

  test('show their solution', async () => {
    const puzzle = find(({ kind, plies }) => kind === 'win' && plies === 3)
    await open(`/learn?puzzle=${puzzle.id}`)
    await app.button('Show the solution').click()
    await expect.poll(message).toBe('That was the solution.')
    await app.page.getByRole('link', { name: 'Explore this position' }).click()
    await expect.poll(() => app.page.locator('.explore-form input').inputValue()).toBe(puzzle.fen)
  })

  test('are shown as thumbnails, with the colour that you play', async () => {
    const few = puzzles.slice(0, 12) // each is looked at for barriers
    await open('/results', { stored: { learned: { lessons: [], puzzles: [few[0].id] } } })
    await replacePuzzles(few)
    await app.page.goto('/learn')
    await expect.poll(() => app.page.locator('.puzzle-link .thumbnail').count()).toBe(few.length)
    const sides = few.map((puzzle) => (positionOf(puzzle).turn === WHITE ? 'white' : 'black'))
    const first = app.page.locator('.puzzle-link').first()
    await eventually(async () => {
      const shown = await app.page.locator('.puzzle-link strong').evaluateAll((all) => all.map((each) => each.className))
      expect(shown).toEqual(sides)
      const men = await first.locator('path').evaluateAll((paths) =>
        paths.map((path) => [path.getAttribute('class'), (path.getAttribute('d') ?? '').split('h0').length - 1]),
      )
      expect(men).toEqual([['thumbnail-lines', 0], ['thumbnail-edge', 6], ['thumbnail-white', 3], ['thumbnail-black', 3]])
    })
    await expect.poll(() => first.textContent()).toBe(
      `Puzzle ${few[0].id}, you play ${sides[0] === 'white' ? 'White' : 'Black'}: win at once, difficulty ${few[0].strength} (done)`,
    )
    await expect.poll(() => seriousProblems(app.page)).toEqual([])
  })

  test.each(['white', 'black'] as const)('put you at the bottom, even as %s', async (side) => {
    const puzzle = find((each) => (positionOf(each).turn === WHITE ? 'white' : 'black') === side)
    await open(`/learn?puzzle=${puzzle.id}`)
    const strips = app.page.locator('.exercise-side')
    const [yours, theirs] = side === 'white' ? ['White', 'Black'] : ['Black', 'White']
    await expect.poll(() => strips.allInnerTexts()).toEqual([`Computer · ${theirs}`, `You · ${yours}`])
    await expect.poll(() => app.order('.exercise-side', '.nmm-board', '.is-yours')).toEqual([0, 1, 2])
    await expect.poll(() => app.page.locator('.exercise-goal').innerText()).toContain(`You play ${yours}.`)
  })

  test('continue with one of your strength, of the same theme', async () => {
    const flying = puzzles.filter(({ themes }) => themes.includes('flying'))
    const choose = (current: PuzzleDocument | null = null): PuzzleDocument | null =>
      choosePuzzle(flying, 900, NONE, NONE, current)
    const [one] = [choose()]
    await open('/learn?theme=flying', { stored: { 'puzzle-rating': { rating: 900, tried: [] } } })
    await expect.poll(() => app.page.locator('.puzzle-rating strong').innerText()).toBe('900')
    await app.page.getByRole('link', { name: /^Next puzzle for you/ }).click()
    await expect.poll(heading).toBe(`Puzzle ${one?.id}`)
    await app.page.getByRole('link', { name: 'Next puzzle', exact: true }).click()
    await expect.poll(heading).toBe(`Puzzle ${choose(one)?.id}`)
  })

  test('that do not exist say so; without a server there are none', async () => {
    await open('/learn?puzzle=nonsense')
    await expect.poll(heading).toBe('There is no puzzle “nonsense”.')
    await replacePuzzles(null)
    await app.page.goto('/learn')
    await expect.poll(() => app.page.locator('.learn-overview [role=status]').innerText()).toMatch(/unreachable/)
    await expect.poll(() => app.page.locator('.lesson').count()).toBe(7)
    app.complaints.length = 0 // the request that failed
  })
})

test('another language keeps the position, the feedback and the focus', async () => {
  await open('/learn?lesson=opening')
  await app.click('d7 d6')
  await expect.poll(message).toBe('Good. Keep going.')
  await untilPoint('d1', /black man/)
  const board = await app.page.locator('.nmm-board').elementHandle()
  await app.page.getByLabel('Language').focus()
  await app.speak('ja')
  await expect.poll(heading).toBe('ミルの開閉')
  await expect.poll(() => message()).toBe('その調子です。続けてください。')
  await expect.poll(() => app.page.locator('.nmm-points [aria-label^=d1]').getAttribute('aria-label')).toMatch(/^d1、黒の駒/)
  await expect.poll(() => board?.evaluate((element) => element.isConnected)).toBe(true)
  await expect.poll(() => app.page.evaluate(() => document.activeElement?.className)).toBe('tool language')
})

test('another language keeps the puzzles that were chosen', async () => {
  await open('/learn')
  await expect.poll(links).toBe(listed(puzzles))
  await app.page.getByRole('radio', { name: 'Draw' }).check({ force: true })
  const count = listed(puzzles.filter(({ kind }) => kind === 'draw'))
  await expect.poll(links).toEqual(count)
  await app.speak('de')
  await expect.poll(() => app.page.getByRole('radio', { name: 'Remis' }).isChecked()).toBe(true)
  await expect.poll(() => links()).toBe(count)
})

test('a phone shows board, task and buttons without sticking out', async () => {
  await open('/learn?lesson=flying', { ...PHONE, locale: 'ja-JP' })
  await expect.poll(heading).toBe('飛ぶ')
  await expect.poll(() => app.overflows()).toBe(false)
  for (const name of ['e3', 'g7', 'd6']) {
    const { x, y } = await app.place(name)
    await app.page.touchscreen.tap(x, y)
  }
  await expect.poll(message).toBe('できました！')
  await app.page.goto('/learn')
  await expect.poll(links).toBe(listed(puzzles))
  await expect.poll(() => app.overflows()).toBe(false)
})

test('lessons and puzzles have no barriers in any theme', async () => {
  await open('/learn?lesson=removal')
  await app.click('b4')
  await expect.poll(message).toMatch(/protected/)
  await expect.poll(() => problemsInThemes(app)).toEqual([])
  await app.click('f4')
  await expect.poll(message).toBe('Well done!')
  await expect.poll(() => problemsInThemes(app)).toEqual([])
  await app.page.goto(`/learn?puzzle=${puzzles[0].id}`)
  await expect.poll(heading).toBe(`Puzzle ${puzzles[0].id}`)
  await expect.poll(() => problemsInThemes(app)).toEqual([])
})
