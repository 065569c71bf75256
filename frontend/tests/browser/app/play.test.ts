import { NAMES } from '../../../src/core/rules/nine'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { choose } from '../../choose'
import { WHITE, formatMove, legalMoves, outcome, startPosition, successor } from '../../../src/core/rules/position'
import type { Position } from '../../../src/core/rules/position'
import { App, PHONE, closeBrowser, eventually, savedGame } from './site'
import type { AppOptions } from './site'

let app: App
afterEach(() => app.close())
afterAll(closeBrowser)

async function open(game: unknown, options: AppOptions = {}): Promise<void> {
  app = await App.open({ ...options, stored: { game, ...options.stored } })
}

const lastOf = (history: readonly Position[]): Position => history[history.length - 1]

const AGAINST_EASY = { opponent: 'easy' }

/** Both sides have three men and fly. */
const FLYING = '********/********/O@O@O*@* w m s 3 0 3 0 0 0 0 0 0 0 0 0 40'

describe('a game', () => {
  test('against the computer is played to its end', async () => {
    await open(savedGame({ ...AGAINST_EASY, seed: 7 }))
    await app.holdTime()
    const history: Position[] = [startPosition()]
    while (!outcome(lastOf(history)) && history.length < 160) {
      if (lastOf(history).turn === WHITE) {
        const { origin, target, captured } = choose(history, 'HARD', 1)
        const points = [origin, target, captured].filter((point) => point !== null)
        await app.click(points.map((point) => NAMES[point]).join(' '))
      } else {
        await app.page.clock.runFor(600)
      }
      await expect.poll(async () => (await app.moves()).length >= history.length).toBe(true)
      for (const text of (await app.moves()).slice(history.length - 1)) {
        const move = legalMoves(lastOf(history)).find((legal) => formatMove(legal) === text)
        if (!move) throw new Error(`${text} was played and is illegal`)
        history.push(successor(lastOf(history), move))
      }
    }
    expect(outcome(lastOf(history))?.winner).toBe(WHITE)
    await expect.poll(() => app.turn()).toBe('Game over')
    await expect.poll(() => app.page.locator('.result-title').innerText()).toBe('You win')
    await app.button('Rematch').click()
    await app.page.clock.runFor(600)
    await expect.poll(async () => (await app.moves()).length).toBe(1) // colours are swapped: the computer begins
    await expect.poll(() => app.turn()).toBe('Your turn')
  })

  test('continues after a reload, with what was taken back', async () => {
    await open(savedGame())
    await app.click('d6 f4 f6')
    await app.command('undo').click()
    await app.page.reload()
    await expect.poll(() => app.moves()).toEqual(['d6', 'f4'])
    await expect.poll(() => app.turn()).toBe('White to move')
    await app.command('redo').click()
    await expect.poll(() => app.moves()).toEqual(['d6', 'f4', 'f6'])
  })

  test('between two people: undo, redo, resign, and undoing that', async () => {
    await open(savedGame())
    await app.click('d6 f4 f6 b4 b6')
    await expect.poll(() => app.hint()).toContain('A mill!')
    await app.click('b4')
    await expect.poll(() => app.moves()).toEqual(['d6', 'f4', 'f6', 'b4', 'b6xb4'])
    await expect.poll(() => app.turn()).toBe('Black to move')
    await app.command('undo').click()
    await app.command('undo').click()
    await expect.poll(() => app.turn()).toBe('Black to move')
    await app.command('redo').click()
    await expect.poll(() => app.moves()).toHaveLength(4)
    await app.openDialog('resign')
    await app.page.locator('.dialog').getByText('Resign', { exact: true }).click()
    await expect.poll(() => app.page.locator('.result').innerText()).toContain('Black wins\n\nWhite resigned.')
    await app.command('undo').click()
    await expect.poll(() => app.turn()).toBe('White to move')
  })

  test('illegal clicks are explained', async () => {
    await open(savedGame({}, 'd6'))
    await app.click('d6')
    await expect.poll(() => app.hint()).toBe('d6 is occupied.')
    await expect.poll(() => app.announced()).toBe('d6 is occupied.')
  })

  test('ends in a draw by repetition', async () => {
    const fen = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'
    await open(savedGame({ fen }, 'b4-c4 g4-g1 c4-b4 g1-g4 b4-c4 g4-g1 c4-b4'))
    await app.click('g1 g4')
    await expect.poll(() => app.page.locator('.result').innerText()).toContain('Draw\n\nThe same position occurred three times.')
  })

  test('with a clock is lost on time, and the clock survives a reload', async () => {
    const times = [[60_000, 60_000], [60_000, 1_500]]
    await open({ ...(savedGame({ clock: { minutes: 1, increment: 5 } }, 'd6') as object), times })
    await expect.poll(() => app.page.locator('.clock').allInnerTexts()).toEqual([expect.stringMatching(/^0:0[01]\.\d$/), '1:00'])
    await app.page.reload()
    await expect.poll(() => app.turn()).toBe('Game over')
    await expect.poll(() => app.page.locator('.result').innerText()).toContain('White wins\n\nBlack ran out of time.')
  })
})

describe('the computer', () => {
  test('on the server gets the whole game and answers', async () => {
    await open(savedGame({ opponent: 'perfect' }, 'd6 f4'))
    const asked = app.page.waitForRequest('**/api/v1/move')
    await app.click('a7')
    await expect.poll(async () => (await asked).postDataJSON()).toMatchObject({ moves: ['d6', 'f4', 'a7'], level: 'perfect', seed: 1 })
    await expect.poll(async () => (await app.moves()).length).toBe(4)
    await expect.poll(() => app.turn()).toBe('Your turn')
  })

  test('on an unreachable server can be replaced', async () => {
    await open(savedGame({ opponent: 'perfect' }), { answers: { move: null, health: null } })
    await app.click('d6')
    const note = (): Promise<string> => app.page.locator('.verdict p').innerText()
    await expect.poll(note).toMatch(/^Perfect needs the server, which is unreachable\./)
    await app.button('Continue against Expert').click()
    await expect.poll(async () => (await app.moves()).length).toBe(2)
    await expect.poll(() => app.page.locator('.player-phase').first().innerText()).toBe('Expert · placing')
    app.complaints.length = 0 // the browser reports requests that fail
  })

  test('gives hints', async () => {
    await open(savedGame({}, 'd6 a1 f6 a4 b6xa4 g1'), { answers: { probe: null } })
    await app.command('hint').click()
    const hint = 'Try d1 (green rings).' // at every depth, so it does not matter how far the search gets
    await expect.poll(() => app.hint()).toEqual(hint)
    await expect.poll(() => app.announced()).toBe(hint)
    app.complaints.length = 0
  })
})

describe('the move list', () => {
  test('shows earlier positions, and the game can continue from there', async () => {
    await open(savedGame({}, 'd6 f4 f6 b4'))
    await app.page.locator('.move', { hasText: 'f4' }).click()
    await expect.poll(() => app.turn()).toBe('After 2 of 4 moves')
    await app.page.keyboard.press('ArrowLeft')
    await expect.poll(() => app.turn()).toBe('After 1 of 4 moves')
    await expect.poll(() => app.page.locator('[data-point="11"]').getAttribute('aria-label')).toBe('f4, empty')
    await app.button('Back to the game').click()
    await expect.poll(() => app.turn()).toBe('White to move')
    await app.button('First').click()
    await expect.poll(() => app.turn()).toBe('After 0 of 4 moves')
    await app.button('Next').click()
    await app.button('Continue from here').click()
    await expect.poll(() => app.moves()).toEqual(['d6'])
    await app.command('redo').click()
    await expect.poll(() => app.moves()).toEqual(['d6', 'f4'])
  })
})

describe('arrow keys', () => {
  const start = async (): Promise<void> => {
    await open(savedGame({}, 'd6 f4 f6'))
    await app.click('b4')
    await expect.poll(() => app.moves()).toHaveLength(4)
  }

  test('step through the moves, even after a click on the board', async () => {
    await start()
    await app.keys('ArrowLeft')
    await expect.poll(() => app.turn()).toBe('After 3 of 4 moves')
    await app.keys('ArrowLeft ArrowLeft ArrowLeft ArrowLeft')
    await expect.poll(() => app.turn()).toBe('After 0 of 4 moves')
    await app.keys('ArrowRight')
    await expect.poll(() => app.turn()).toBe('After 1 of 4 moves')
    await app.keys('ArrowRight ArrowRight ArrowRight ArrowRight')
    await expect.poll(() => app.turn()).toBe('White to move')
    await app.command('undo').focus()
    await app.keys('ArrowLeft')
    await expect.poll(() => app.turn()).toBe('After 3 of 4 moves')
  })

  test('move between points if a key brought the focus to the board', async () => {
    await start()
    await app.page.locator('.skip').focus()
    await app.keys('Enter Tab ArrowLeft')
    await expect.poll(() => app.focused()).toMatch(/^a4, empty/)
    await expect.poll(() => app.turn()).toBe('White to move')
  })

  test('keep their usual meaning in fields, lists and dialogs, and with other keys', async () => {
    await start()
    await app.page.getByLabel('Language').focus()
    await app.keys('ArrowLeft')
    await app.openDialog('files')
    await app.page.locator('.dialog textarea').first().focus()
    await app.keys('ArrowLeft')
    await app.button('Close').focus()
    await app.keys('ArrowLeft Escape')
    await app.page.locator('main').focus()
    await app.keys('Shift+ArrowLeft')
    await expect.poll(() => app.turn()).toBe('White to move')
  })
})

test('the point where a man was captured is marked until the next turn', async () => {
  await open(savedGame({}, 'd6 f4 f6 b4'))
  await app.page.emulateMedia({ reducedMotion: 'reduce' })
  const name = (): Promise<string | null> => app.page.locator('[data-point="11"]').getAttribute('aria-label')
  await app.click('b6 f4')
  await app.page.mouse.move(0, 0) // a point under the pointer shines
  await eventually(async () => {
    const [red, green, blue] = await app.color('f4')
    expect(red).toBeGreaterThan(200)
    expect(green + blue).toBeLessThan(120)
  })
  await expect.poll(() => name()).toBe('f4, empty, a man can go here, a man was just captured here')
  await app.click('a1')
  await expect.poll(async () => (await app.color('f4'))[0]).toBeLessThan(120) // the dark dot of an empty point
  await expect.poll(() => name()).toBe('f4, empty, a man can go here')
  await app.keys('ArrowLeft')
  await expect.poll(async () => (await app.color('f4'))[0]).toBeGreaterThan(200)
})

test('with two people there is no colour to choose', async () => {
  await open(savedGame(AGAINST_EASY))
  await app.openDialog('newGame')
  const black = app.page.getByRole('radio', { name: 'Black' })
  await expect.poll(() => black.isDisabled()).toBe(false)
  await app.page.getByRole('radio', { name: 'Two people' }).check()
  await expect.poll(() => black.isDisabled()).toBe(true)
  await app.page.getByRole('radio', { name: 'Hard' }).check()
  await expect.poll(() => black.isDisabled()).toBe(false)
})

describe('addresses', () => {
  test('the position is a link to Explore, and one to play from', async () => {
    await open(savedGame({}, 'd6 f4'))
    await app.page.getByRole('link', { name: 'Explore this position' }).click()
    await expect.poll(() => app.page.title()).toBe('Explore · Merels')
    await expect.poll(async () => app.page.url()).toContain('/explore?fen=********/O*@*****/********_w_p_p_1_8_1_8')
    await app.page.goto(`/?fen=${FLYING.replaceAll(' ', '_')}`)
    await app.page.getByRole('button', { name: 'Play this position' }).click()
    await expect.poll(() => app.turn()).toBe('White to move')
    await expect.poll(() => app.page.locator('[data-point="2"]').getAttribute('aria-label')).toBe('g7, black man')
    await expect.poll(async () => new URL(app.page.url()).search).toBe('') // a reload goes on with this game
    await app.page.goto('/?fen=nonsense')
    await expect.poll(() => app.hint()).toBe('“nonsense” is not a FEN: expected 17 fields, found 1')
  })
})

describe('for learners', () => {
  const value = (result: string, plies: number | null): unknown => ({ result, plies })

  test('the bar shows exact values, and mistakes are pointed out', async () => {
    await open(savedGame(), {
      stored: { 'option.bar': true, 'option.teach': true },
      answers: {
        probe: (request: { url(): string }) =>
          new URL(request.url()).searchParams.get('fen')?.includes(' w ')
            ? {
                value: value('win', 9),
                source: 'table',
                moves: [{ move: 'd6', value: value('win', 9) }, { move: 'a7', value: value('draw', null) }],
              }
            : {
                value: value('draw', null),
                source: 'book',
                chance: 0.9,
                opponent_chance: 0.8,
                moves: [{ move: 'f4', value: value('draw', null) }],
              },
      },
    })
    await expect.poll(() => app.page.locator('.bar-label').innerText()).toBe('White wins in 9 moves · table')
    await app.click('a7')
    await expect.poll(() => app.page.locator('.verdict').innerText()).toBe('a7 is a mistake. Let the win go: only d6 won. · table')
    await expect.poll(() => app.moves()).toEqual(['a7?'])
    await expect.poll(() => app.page.locator('.bar').getAttribute('aria-valuenow')).toBe('45') // Black can expect more
    await expect.poll(() => app.page.locator('.bar-label').innerText()).toBe('Draw · White 45% · book')
    await app.command('undo').click()
    await app.click('d6')
    await expect.poll(() => app.page.locator('.verdict').innerText()).toBe('d6 is the only move that keeps the win. · table')
  })

  test('a move that loses is not praised', async () => {
    const lost = { value: value('loss', 2), source: 'table', moves: [{ move: 'd6', value: value('loss', 2) }] }
    await open(savedGame(), { stored: { 'option.teach': true }, answers: { probe: lost } })
    await app.click('d6')
    await expect.poll(() => app.page.locator('.verdict').innerText()).toBe('d6: the position is lost. · table')
    await expect.poll(() => app.page.locator('.verdict').getAttribute('class')).toMatch(/^verdict is-plain\b/)
  })

  test('both work without a server', async () => {
    await open(savedGame(), {
      stored: { 'option.bar': true, 'option.teach': true },
      answers: { probe: null, analysis: null },
    })
    await app.click('d6')
    await expect.poll(() => app.page.locator('.bar-label').innerText()).toMatch(/^White \d+% · estimate by search$/)
    await expect.poll(() => app.page.locator('.verdict').innerText()).toMatch(/^d6/)
    app.complaints.length = 0
  })
})

describe('Perfect says whether it is', () => {
  const label = (): Promise<string> => app.page.locator('.player-exact:visible').innerText()
  const AGAINST_PERFECT = { opponent: 'perfect' }

  test('searching while tables are missing, with the way to get them', async () => {
    await open(savedGame(AGAINST_PERFECT))
    await expect.poll(label).toBe('searching: tables missing')
    await app.page.locator('.player-exact:visible').click()
    await expect.poll(async () => new URL(app.page.url()).pathname + new URL(app.page.url()).hash).toBe('/results#solving')
  })

  test('exact from the move on that leads to the tables', async () => {
    const fen = '@*@*@*@*/*****O**/OO****O* w m s 4 0 4 0 0 0 0 0 0 0 0 0 1'
    await open(savedGame({ ...AGAINST_PERFECT, fen }))
    await expect.poll(label).toBe('searching: tables missing')
    await app.click('a4 a7 d5')
    await expect.poll(label).toBe('exact here')
    await app.command('undo').click()
    await expect.poll(label).toBe('searching: tables missing')
  })

  test('before the game, too', async () => {
    await open(savedGame())
    await app.openDialog('newGame')
    const note = app.page.locator('.exact-note')
    await expect.poll(() => note.isVisible()).toBe(false)
    await app.page.getByRole('radio', { name: 'Perfect' }).check()
    await expect.poll(() => note.innerText()).toBe('searching: tables missing · Get the tables')
    await expect.poll(() => note.locator('a').getAttribute('href')).toBe('./results#solving')
  })

  test('other levels do not', async () => {
    await open(savedGame({ opponent: 'expert' }))
    await app.page.waitForLoadState('networkidle')
    await expect.poll(() => app.page.locator('.player-exact:visible').count()).toBe(0)
  })
})

test('everything works with the keyboard alone', async () => {
  await open(savedGame(AGAINST_EASY))
  await app.keys('Tab')
  await expect.poll(() => app.focused()).toBe('Skip to content')
  await app.keys('Enter')
  await app.keys('Tab')
  await expect.poll(() => app.focused()).toBe('a7, empty, a man can go here')
  await app.keys('ArrowRight ArrowDown Enter')
  await expect.poll(async () => (await app.moves())[0]).toBe('d6')
  await expect.poll(() => app.turn()).toBe('Your turn')
  await app.keys('Tab')
  await expect.poll(() => app.focused()).toContain('Nine Men’s Morris')
  await app.keys('Tab')
  await expect.poll(() => app.focused()).toBe('Undo')
  await app.keys('Enter')
  await expect.poll(() => app.moves()).toEqual([])
  await app.command('newGame').focus()
  await app.keys('Enter')
  await expect.poll(() => app.focused()).toBe('Start')
  await app.keys('Escape')
  await expect.poll(() => app.focused()).toBe('New game')
  await app.keys('Enter')
  await app.page.getByRole('radio', { name: 'Two people' }).focus()
  await app.keys('Space')
  await app.page.getByRole('button', { name: 'Start' }).focus()
  await app.keys('Enter')
  await expect.poll(() => app.turn()).toBe('White to move')
  await expect.poll(() => app.focused()).toContain('empty')
})

test('a phone shows the board at once, and responds to touch', async () => {
  await open(savedGame(), PHONE)
  await expect.poll(() => app.overflows()).toBe(false)
  await expect.poll(async () => (await app.place('d2')).y).toBeLessThan(560)
  const { x, y } = await app.place('d2')
  await app.page.touchscreen.tap(x, y)
  await expect.poll(() => app.moves()).toEqual(['d2'])
  for (const button of await app.page.locator('.commands .button:not(:disabled), .nav a').all()) {
    await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)
    await expect.poll(async () => (await button.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  }
})

test('everything is in Japanese, and the game continues when the language changes', async () => {
  await open(savedGame({}, 'd6'), { locale: 'ja-JP' })
  await expect.poll(() => app.turn()).toBe('黒の手番です')
  await expect.poll(() => app.page.locator('html').getAttribute('lang')).toBe('ja')
  await app.click('d6')
  await expect.poll(() => app.hint()).toBe('d6 には駒があります。')
  for (const place of ['.nav', 'main', 'footer']) { // the header also has the names of all languages
    const texts = async (): Promise<string> =>
      (await app.page.locator(place).innerText()).replace(/Merels|merels solve/g, '')
    await expect.poll(texts).not.toMatch(/[A-Za-z]{3,}/)
  }
  await app.page.getByLabel('言語').selectOption('en')
  await expect.poll(() => app.turn()).toBe('Black to move')
  await expect.poll(() => app.moves()).toEqual(['d6'])
})
