import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { choose } from '../../choose'
import type { Level } from '../../../src/core/players/player'
import { formatMove, outcome, play, startPosition } from '../../../src/core/rules/position'
import type { Move } from '../../../src/core/rules/position'
import { NAMES } from '../../../src/core/rules/nine'
import { Stage, arrange, closeBrowser } from '../stage'

const LEVELS: readonly Level[] = ['EASY', 'NORMAL', 'HARD']
const BONUS: Readonly<Record<Level, number>> = { EASY: 80, NORMAL: 150, HARD: 260 }

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open({ reducedMotion: 'reduce' }) // other tests look at motion
})
afterEach(async () => stage.close())
afterAll(closeBrowser)

const isRed = ([red, green, blue]: number[]): boolean => red > 180 && green < 90 && blue < 100
const isGold = ([red, green, blue]: number[]): boolean => red > 220 && green > 160 && blue < 110
const isBlue = ([red, green, blue]: number[]): boolean => blue > 200 && blue > red + 80 && blue > green + 60
const isBright = ([red, green, blue]: number[]): boolean => red > 230 && green > 215 && blue > 150

describe('placing', () => {
  test('a click places a man, earns 1 and is answered', async () => {
    await stage.startHeld({ seed: 5 })
    await expect.poll(() => stage.turn()).toBe('Your turn')
    await expect.poll(() => stage.row(0)).toEqual(['You', 'placing', '9', '0', '0'])
    await stage.click('d6')
    await expect.poll(() => stage.labels()).toMatchObject({ d6: 'your man', a7: 'empty' })
    await expect.poll(() => stage.row(0)).toEqual(['You', 'placing', '8', '1', '0'])
    await expect.poll(() => stage.exp()).toBe('place 1')
    await expect.poll(() => stage.turn()).toBe("The computer's turn")
    await stage.reply()
    await expect.poll(() => stage.row(1)).toEqual(['Computer', 'placing', '8', '1', '0'])
    await expect.poll(() => stage.exp()).toBe('place 1')
    await expect.poll(() => stage.announced()).toMatch(/^Computer: placed a man on ..\.$/)
    await expect.poll(() => stage.host((host) => host.getRuntime()?.getScore())).toBe(0)
  })

  test('the first man does not win', async () => {
    await stage.startHeld({ seed: 5 })
    await stage.click('a7')
    await expect.poll(() => stage.turn()).toBe("The computer's turn")
    await expect.poll(() => stage.page.locator('.nmm-result').isVisible()).toBe(false)
  })

  test('empty points turn blue under the pointer', async () => {
    await stage.start()
    await expect.poll(async () => isBlue(await stage.color('d6', 27))).toBe(false)
    const { x, y } = await stage.place('d6')
    await stage.page.mouse.move(x, y)
    await expect.poll(async () => isBlue(await stage.color('d6', 27))).toBe(true)
    await stage.page.mouse.move(2, 2)
    await expect.poll(async () => isBlue(await stage.color('d6', 27))).toBe(false)
  })

  test('an occupied point explains itself; a click between the points does nothing', async () => {
    await stage.start({ seed: 5 })
    await stage.play('d6')
    await stage.click('d6')
    await expect.poll(() => stage.hint()).toBe('d6 is occupied.')
    await expect.poll(() => stage.announced()).toBe('d6 is occupied.')
    const { x, y } = await stage.place('d6')
    await stage.page.mouse.click(x + 30, y + 30)
    await expect.poll(() => stage.exp()).toBe('place 1')
  })

  test('a click while the computer thinks asks for patience and changes nothing', async () => {
    await stage.start({ seed: 5 })
    await stage.click('d6 a7')
    await expect.poll(() => stage.hint()).toBe("It is the computer's turn. Please wait.")
    await stage.reply()
    await expect.poll(() => stage.moves()).toHaveLength(2)
  })

  test.each(LEVELS)('%s answers as the computer player does', async (level) => {
    await stage.start({ seed: 77, difficulty: level })
    const history = [startPosition()]
    for (const wishes of ['d6', 'f4 g4', 'b2 a1 g1', 'd3 c3 c4']) {
      const { white, black } = history[history.length - 1]
      const isFree = (name: string): boolean => (((white | black) >> NAMES.indexOf(name)) & 1) === 0
      const name = wishes.split(' ').find(isFree) ?? ''
      await stage.play(name)
      const own: Move = { origin: null, target: NAMES.indexOf(name), captured: null }
      history.push(play(history[history.length - 1], own))
      const reply = choose(history, level, 77)
      history.push(play(history[history.length - 1], reply))
      await expect.poll(async () => (await stage.moves()).slice(-2)).toEqual([name, formatMove(reply)])
    }
  })
})

describe('a mill', () => {
  const position = arrange('a7 d7', 'b6 d6 f6 g1', 4)

  test('glows, marks the men that may be captured, and a capture ends the turn', async () => {
    await stage.startHeld({ seed: 1, position })
    await stage.click('g7')
    await expect.poll(() => stage.hint()).toBe('A mill! Capture one of the men with a red ring.')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15')
    await expect.poll(() => stage.pointsThat('can be captured')).toBe('g1')
    await expect.poll(() => stage.turn()).toBe('Your turn')
    await expect.poll(async () => isBright(await stage.color('a7', 100))).toBe(true)
    await expect.poll(async () => isRed(await stage.color('g1', 27))).toBe(true)
    await expect.poll(async () => isRed(await stage.color('b6', 27))).toBe(false)
    await stage.click('g1')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
    await expect.poll(() => stage.row(0)).toEqual(['You', 'placing', '3', '3', '1'])
    await expect.poll(() => stage.labels()).toMatchObject({ g1: 'empty, a man was just captured here' })
    await expect.poll(async () => (await stage.moves())[0]).toBe('g7xg1')
    await stage.reply()
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
  })

  test('protects its men, and only a capture is possible', async () => {
    await stage.start({ seed: 1, position })
    await stage.click('g7 d6')
    await expect.poll(() => stage.hint()).toBe('The man on d6 is protected by a mill.')
    await stage.click('a1')
    await expect.poll(() => stage.hint()).toBe('First capture one of the men with a red ring.')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15')
  })

  test('if all men are in mills, any may be captured', async () => {
    await stage.start({ seed: 1, position: arrange('a7 d7', 'b6 d6 f6', 4) })
    await stage.click('g7')
    await expect.poll(() => stage.pointsThat('can be captured')).toBe('b6 d6 f6')
    await stage.click('d6')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
  })

  test('two mills at once capture one man and earn one award', async () => {
    await stage.startHeld({ seed: 1, position: arrange('a7 d7 g4 g1', 'b6 b2 f2 d3', 4) })
    await stage.click('g7')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15')
    await stage.click('b6')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
    await expect.poll(() => stage.turn()).toBe("The computer's turn")
  })

  test("the computer's mills earn the player nothing", async () => {
    await stage.start({ seed: 1, difficulty: 'HARD', position: arrange('a1 g1', 'b6 d6', 4) })
    await stage.play('e4')
    await expect.poll(async () => (await stage.moves())[1]).toMatch(/^f6x/)
    await expect.poll(() => stage.exp()).toBe('place 1')
    await expect.poll(() => stage.row(1)).toEqual(['Computer', 'placing', '3', '3', '1'])
    await expect.poll(() => stage.host((host) => host.log.sounds)).toContain('damage')
  })
})

describe('moving', () => {
  const position = arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2')

  test('a selected man is gold, its targets are blue, and it slides one step', async () => {
    await stage.start({ seed: 1, position })
    await expect.poll(() => stage.hint()).toBe('Choose a man to move.')
    await expect.poll(() => stage.pointsThat('can move')).toBe('d7 a4 e3')
    await stage.click('e3')
    await expect.poll(() => stage.hint()).toBe('Choose a blue point for the man on e3.')
    await expect.poll(async () => isGold(await stage.color('e3', 27))).toBe(true)
    await expect.poll(() => stage.pointsThat('a man can go here')).toBe('e4 d3')
    await expect.poll(async () => isBlue(await stage.color('e4', 6))).toBe(true)
    await expect.poll(async () => isBlue(await stage.color('a1', 6))).toBe(false)
    await stage.click('e4')
    await expect.poll(() => stage.exp()).toBe('move 1')
    await expect.poll(async () => (await stage.moves())[0]).toBe('e3-e4')
  })

  test('clicks on wrong points explain themselves', async () => {
    await stage.start({ seed: 1, position })
    for (const [clicks, answer] of Object.entries({
      g1: 'Choose one of your men first.',
      d6: 'The man on d6 is not yours.',
      a7: 'The man on a7 is blocked: there is no empty point next to it.',
      'e3 g1': 'g1 is too far away: a man moves one step along a line.',
      c5: 'c5 is occupied.',
    })) {
      await stage.click(clicks)
      await expect.poll(() => stage.hint()).toBe(answer)
    }
    await expect.poll(() => stage.exp()).toBe('')
  })

  test('the selection changes, and a second click drops it', async () => {
    await stage.start({ seed: 1, position })
    await stage.click('e3 d7')
    await expect.poll(() => stage.pointsThat('selected')).toBe('d7')
    await stage.click('d7')
    await expect.poll(() => stage.pointsThat('selected')).toBe('')
  })

  test('a game that repeats says so in the hint line', async () => {
    await stage.start({
      seed: 1,
      position: arrange('g4 a1 d2 g7 d6 b4 e5', 'g1 a7 d7 a4'),
    })
    await stage.play('e5 e4')
    await stage.play('e4 e5')
    await expect.poll(() => stage.moves()).toEqual(['e5-e4', 'g1-d1', 'e4-e5', 'd1-g1'])
    await expect.poll(() => stage.hint()).toBe(
      'Choose a man to move. This position has occurred 2 times. Repetition is not a draw here.',
    )
  })
})

describe('flying', () => {
  test('three men go anywhere', async () => {
    await stage.start({ seed: 1, position: arrange('g7 d6 d3', 'a7 a1 f6 d2 c5 b4') })
    await expect.poll(() => stage.row(0)).toEqual(['You', 'flying', '0', '3', '0'])
    await expect.poll(() => stage.hint()).toContain('they can fly to any empty point')
    await stage.click('d3')
    await expect.poll(async () => (await stage.pointsThat('a man can go here')).split(' ')).toHaveLength(15)
    await stage.click('g1')
    await expect.poll(async () => (await stage.moves())[0]).toBe('d3-g1')
    await expect.poll(() => stage.exp()).toBe('move 1')
  })

  test('the computer flies too', async () => {
    await stage.start({
      seed: 3,
      position: arrange('g7 d6 d3 b2', 'a7 d7 c5'),
    })
    await stage.play('b2 b4')
    await expect.poll(() => stage.row(1)).toEqual(['Computer', 'flying', '0', '3', '0'])
    await expect.poll(() => stage.announced()).toContain('flew')
  })
})

describe('the end', () => {
  const almostWon = arrange('a7 d7 g4 f2 b2 d3', 'd2 b6 c5')
  const card = (): Promise<string> => stage.page.locator('.nmm-result').innerText()

  test.each(LEVELS)('a win on %s earns its bonus and offers a rematch', async (difficulty) => {
    await stage.start({ seed: 1, difficulty, position: almostWon })
    await stage.click('g4 g7 b6')
    await expect.poll(() => stage.exp()).toBe(`move 1, mill 15, remove 6, win ${BONUS[difficulty]}`)
    await expect.poll(() => stage.turn()).toBe('Game over')
    await expect.poll(card).toMatch(/You win![^]*The computer has only two men left\.[^]*Score \+4 \(6 to 2\)/)
    await expect.poll(card).toContain(`EXP earned: ${22 + BONUS[difficulty]}`)
    await expect.poll(() => stage.host((host) => host.getRuntime()?.getScore())).toBe(4)
    await stage.click('a1')
    await stage.page.locator('.nmm-result').getByText('Rematch').click()
    await expect.poll(() => stage.page.locator('.nmm-result').isVisible()).toBe(false)
    await expect.poll(() => stage.row(0)).toEqual(['You', 'placing', '9', '0', '0'])
    await stage.play('d6')
    await expect.poll(() => stage.moves()).toHaveLength(2)
  })

  test('the card can be hidden, and the points then say that the game is over', async () => {
    await stage.start({ seed: 1, position: almostWon })
    await stage.click('g4 g7 b6')
    await stage.page.getByText('View board').click()
    await expect.poll(() => stage.page.locator('.nmm-result').isVisible()).toBe(false)
    await stage.click('a7')
    await expect.poll(() => stage.hint()).toBe('The game is over. Press Rematch to play again.')
    await stage.press('rematch')
    await expect.poll(() => stage.turn()).toBe('Your turn')
  })

  test('a loss is shown and earns nothing', async () => {
    await stage.start({ seed: 1, position: arrange('a1 c3 e4', 'a7 d7 g4 b6 d6 f4') })
    await stage.play('c3 d3')
    await expect.poll(() => stage.turn()).toBe('Game over')
    await expect.poll(card).toMatch(/You lose[^]*You have only two men left\.[^]*Score −4 \(2 to 6\)/)
    await expect.poll(() => stage.exp()).toBe('move 1')
    await expect.poll(() => stage.host((host) => host.getRuntime()?.getScore())).toBe(-4)
  })

  test('blocking the computer wins', async () => {
    await stage.start({ seed: 1, position: arrange('d6 a1 b4 f4', 'a7 d7 a4 g7') })
    await stage.click('f4 g4')
    await expect.poll(card).toMatch(/You win![^]*The computer has no legal move\./)
    await expect.poll(() => stage.exp()).toBe('move 1, win 150')
    await stage.page.getByText('View board').click()
    await expect.poll(async () => isRed(await stage.color('a7'))).toBe(true)
  })

  test('being blocked loses', async () => {
    await stage.start({ seed: 1, position: arrange('a7 a4 d6 g1', 'g7 a1 b4 g4 d1 d5') })
    await stage.play('d6 d7')
    await expect.poll(card).toMatch(/You lose[^]*You have no legal move\./)
    await expect.poll(() => stage.exp()).toBe('move 1')
  })
})

describe('learning', () => {
  test('undo takes back both turns and gives no EXP twice', async () => {
    await stage.start({ seed: 1, position: arrange('a7 d7', 'b6 g1', 4) })
    await stage.play('f4')
    await stage.press('undo')
    await expect.poll(() => stage.moves()).toEqual([])
    await expect.poll(() => stage.labels()).toMatchObject({ f4: 'empty, a man can go here' })
    await stage.play('f4')
    await expect.poll(() => stage.exp()).toBe('place 1')
    await stage.press('undo')
    await stage.click('g7')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15')
    await stage.press('undo')
    await stage.click('g7 b6')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
    await stage.reply()
    await stage.press('undo')
    await stage.play('g7 b6')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
    await expect.poll(() => stage.text('.nmm-exp')).toBe('EXP 22')
  })

  test('undo works while the computer thinks, and after the end; a win counts once', async () => {
    await stage.start({ seed: 1, position: arrange('a7 d7 g4 f2 b2 d3', 'd2 b6 c5') })
    await stage.click('f2 f4')
    await stage.press('undo')
    await expect.poll(() => stage.turn()).toBe('Your turn')
    await stage.click('g4 g7 b6')
    await expect.poll(() => stage.turn()).toBe('Game over')
    await stage.press('undo')
    await expect.poll(() => stage.turn()).toBe('Your turn')
    await stage.click('g4 g7 c5')
    await expect.poll(() => stage.exp()).toBe('move 1, mill 15, remove 6, win 150')
  })

  test('undo is disabled if there is nothing to take back', async () => {
    await stage.start()
    await expect.poll(() => stage.page.locator('.nmm-panel [data-command=undo]').isDisabled()).toBe(true)
  })

  test('a hint is what the computer would play', async () => {
    const position = arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2')
    await stage.start({ seed: 9, position })
    await stage.press('hint')
    const best = choose([{ ...startPosition(), ...position }], 'HARD', 9)
    const expected = `Try ${formatMove(best)} (green rings).`
    await expect.poll(() => stage.hint()).toBe(expected)
    await expect.poll(() => stage.announced()).toBe(expected)
    await expect.poll(async () => (await stage.pointsThat('suggested')).split(' ').toSorted()).toEqual(
      [best.origin, best.target].map((point) => NAMES[point ?? 0]).toSorted(),
    )
    await expect.poll(() => stage.exp()).toBe('')
  })

  test('a hint in mid-turn names the man to capture', async () => {
    await stage.start({ seed: 9, position: arrange('a7 d7', 'b6 d6 f6 g1', 4) })
    await stage.click('g7')
    await stage.press('hint')
    await expect.poll(() => stage.hint()).toBe('Try xg1 (green rings).')
  })

  test('with colours swapped the computer begins', async () => {
    await stage.startHeld({ seed: 1 })
    await stage.press('swap')
    await expect.poll(() => stage.turn()).toBe("The computer's turn")
    await expect.poll(() => stage.announced()).toBe('New game. You are Black.')
    await stage.reply()
    await expect.poll(() => stage.moves()).toHaveLength(1)
    await expect.poll(() => stage.page.locator('.nmm-panel [data-command=undo]').isDisabled()).toBe(true)
    const [taken] = (await stage.moves()).slice()
    const free = taken === 'd6' ? 'd2' : 'd6'
    await stage.play(free)
    await expect.poll(() => stage.moves()).toHaveLength(3)
    await expect.poll(() => stage.exp()).toBe('place 1')
    await expect.poll(() => stage.host((host) => host.getRuntime()?.getScore())).toBe(-1)
    await stage.press('swap')
    await expect.poll(() => stage.turn()).toBe('Your turn')
  })
})

test('a whole game, played with the mouse to the end', async () => {
  await stage.start({ seed: 4, difficulty: 'EASY' })
  const history = [startPosition()]
  const last = () => history[history.length - 1]
  for (let turn = 0; turn < 60 && !outcome(last()); turn++) {
    const move = choose(history, 'HARD', 4)
    const points = [move.origin, move.target, move.captured].filter((point) => point !== null)
    await stage.play(points.map((point) => NAMES[point]).join(' '))
    history.push(play(last(), move))
    if (!outcome(last())) history.push(play(last(), choose(history, 'EASY', 4)))
    await expect.poll(() => stage.moves()).toHaveLength(history.length - 1)
  }
  expect(outcome(last())?.winner).toBe(0)
  await expect.poll(() => stage.turn()).toBe('Game over')
  await expect.poll(() => stage.exp()).toMatch(/win 80$/)
})
