import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { choose } from '../../src/player'
import type { Level } from '../../src/player'
import { formatMove, outcome, play, startPosition } from '../../src/rules'
import type { Move } from '../../src/rules'
import { NAMES, has } from '../../src/geometry'
import { Stage, arrange, closeBrowser } from './stage'

const LEVELS: readonly Level[] = ['EASY', 'NORMAL', 'HARD']
const BONUS: Readonly<Record<Level, number>> = { EASY: 80, NORMAL: 150, HARD: 260 }

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open()
})
afterEach(async () => stage.close())
afterAll(closeBrowser)

function isRed([red, green, blue]: number[]): boolean {
  return red > 180 && green < 90 && blue < 100
}
function isGold([red, green, blue]: number[]): boolean {
  return red > 220 && green > 160 && blue < 110
}
function isBlue([red, green, blue]: number[]): boolean {
  return blue > 200 && blue > red + 80 && blue > green + 60
}
function isBright([red, green, blue]: number[]): boolean {
  return red > 230 && green > 215 && blue > 150
}

describe('placing', () => {
  test('a click places a man, earns 1 and is answered', async () => {
    await stage.start({ seed: 5 })
    expect(await stage.turn()).toBe('Your turn')
    expect(await stage.row(0)).toEqual(['You', 'placing', '9', '0', '0'])
    await stage.click('D2')
    expect(await stage.labels()).toMatchObject({ D2: 'your man', A1: 'empty' })
    expect(await stage.row(0)).toEqual(['You', 'placing', '8', '1', '0'])
    expect(await stage.exp()).toBe('place 1')
    expect(await stage.turn()).toBe("The computer's turn")
    await stage.reply()
    expect(await stage.row(1)).toEqual(['Computer', 'placing', '8', '1', '0'])
    expect(await stage.exp()).toBe('place 1')
    expect(await stage.announced()).toMatch(/^Computer: man placed on ..\.$/)
    expect(await stage.host((host) => host.getRuntime()?.getScore())).toBe(0)
  })

  test('the first man does not win', async () => {
    await stage.start({ seed: 5 })
    await stage.click('A1')
    expect(await stage.turn()).toBe("The computer's turn")
    expect(await stage.page.locator('.nmm-result').isVisible()).toBe(false)
  })

  test('empty points turn blue under the pointer', async () => {
    await stage.start()
    expect(isBlue(await stage.color('D2', 27))).toBe(false)
    const { x, y } = await stage.place('D2')
    await stage.page.mouse.move(x, y)
    expect(isBlue(await stage.color('D2', 27))).toBe(true)
    await stage.page.mouse.move(2, 2)
    expect(isBlue(await stage.color('D2', 27))).toBe(false)
  })

  test('an occupied point explains itself; a click between the points does nothing', async () => {
    await stage.start({ seed: 5 })
    await stage.play('D2')
    await stage.click('D2')
    expect(await stage.hint()).toBe('D2 is occupied.')
    expect(await stage.announced()).toBe('D2 is occupied.')
    const { x, y } = await stage.place('D2')
    await stage.page.mouse.click(x + 30, y + 30)
    expect(await stage.exp()).toBe('place 1')
  })

  test('a click while the computer thinks asks for patience and changes nothing', async () => {
    await stage.start({ seed: 5 })
    await stage.click('D2 A1')
    expect(await stage.hint()).toBe("It is the computer's turn; please wait.")
    await stage.reply()
    expect(await stage.moves()).toHaveLength(2)
  })

  test.each(LEVELS)('%s answers as the computer player does', async (level) => {
    await stage.start({ seed: 77, difficulty: level })
    const history = [startPosition()]
    for (const wishes of ['D2', 'F4 G4', 'B6 A7 G7', 'D5 C5 C4']) {
      const { white, black } = history[history.length - 1]
      const isFree = (name: string): boolean => !has(white | black, NAMES.indexOf(name))
      const name = wishes.split(' ').find(isFree) ?? ''
      await stage.play(name)
      const own: Move = { origin: null, target: NAMES.indexOf(name), captured: null }
      history.push(play(history[history.length - 1], own))
      const reply = choose(history, level, 77)
      history.push(play(history[history.length - 1], reply))
      const moves = await stage.moves()
      expect(moves.slice(-2)).toEqual([name, formatMove(reply)])
    }
  })
})

describe('a mill', () => {
  const position = arrange('A1 D1', 'B2 D2 F2 G7', 4)

  test('glows, marks what may be taken, and a removal ends the turn', async () => {
    await stage.start({ seed: 1, position })
    await stage.click('G1')
    expect(await stage.hint()).toBe('A mill! Take one of the men with a red ring.')
    expect(await stage.exp()).toBe('place 1, mill 15')
    expect(await stage.pointsThat('can be taken')).toBe('G7')
    expect(await stage.turn()).toBe('Your turn')
    await expect.poll(async () => isBright(await stage.color('A1', 100))).toBe(true)
    expect(isRed(await stage.color('G7', 27))).toBe(true)
    expect(isRed(await stage.color('B2', 27))).toBe(false)
    await stage.click('G7')
    expect(await stage.exp()).toBe('place 1, mill 15, remove 6')
    expect(await stage.row(0)).toEqual(['You', 'placing', '3', '3', '1'])
    expect(await stage.labels()).toMatchObject({ G7: 'empty' })
    expect((await stage.moves())[0]).toBe('G1xG7')
    await stage.reply()
    expect(await stage.exp()).toBe('place 1, mill 15, remove 6')
  })

  test('protects its men, and nothing but a removal is possible', async () => {
    await stage.start({ seed: 1, position })
    await stage.click('G1 D2')
    expect(await stage.hint()).toBe('The man on D2 is protected by a mill.')
    await stage.click('A7')
    expect(await stage.hint()).toBe('First take one of the men with a red ring.')
    expect(await stage.exp()).toBe('place 1, mill 15')
  })

  test('where all are in mills, any may be taken', async () => {
    await stage.start({ seed: 1, position: arrange('A1 D1', 'B2 D2 F2', 4) })
    await stage.click('G1')
    expect(await stage.pointsThat('can be taken')).toBe('B2 D2 F2')
    await stage.click('D2')
    expect(await stage.exp()).toBe('place 1, mill 15, remove 6')
  })

  test('two mills at once take one man and count as one deed', async () => {
    await stage.start({ seed: 1, position: arrange('A1 D1 G4 G7', 'B2 B6 F6 D5', 4) })
    await stage.click('G1')
    expect(await stage.exp()).toBe('place 1, mill 15')
    await stage.click('B2')
    expect(await stage.exp()).toBe('place 1, mill 15, remove 6')
    expect(await stage.turn()).toBe("The computer's turn")
  })

  test("the computer's mills earn the player nothing", async () => {
    await stage.start({ seed: 1, difficulty: 'HARD', position: arrange('A7 G7', 'B2 D2', 4) })
    await stage.play('E4')
    expect((await stage.moves())[1]).toMatch(/^F2x/)
    expect(await stage.exp()).toBe('place 1')
    expect(await stage.row(1)).toEqual(['Computer', 'placing', '3', '3', '1'])
    expect(await stage.host((host) => host.log.sounds)).toContain('damage')
  })
})

describe('moving', () => {
  const position = arrange('A1 D1 A4 E5', 'D2 G4 B4 C3 F6')

  test('a man is selected in gold, its ways are blue, and it slides one step', async () => {
    await stage.start({ seed: 1, position })
    expect(await stage.hint()).toBe('Choose a man to move.')
    expect(await stage.pointsThat('can move')).toBe('D1 A4 E5')
    await stage.click('E5')
    expect(await stage.hint()).toBe('Choose where the man on E5 goes: a blue point.')
    expect(isGold(await stage.color('E5', 27))).toBe(true)
    expect(await stage.pointsThat('a man can go here')).toBe('E4 D5')
    expect(isBlue(await stage.color('E4', 6))).toBe(true)
    expect(isBlue(await stage.color('A7', 6))).toBe(false)
    await stage.click('E4')
    expect(await stage.exp()).toBe('move 1')
    expect((await stage.moves())[0]).toBe('E5E4')
  })

  test('clicks on wrong points explain themselves', async () => {
    await stage.start({ seed: 1, position })
    const says = async (clicks: string): Promise<string> => {
      await stage.click(clicks)
      return stage.hint()
    }
    expect(await says('G7')).toBe('Choose one of your men first.')
    expect(await says('D2')).toBe('The man on D2 is not yours.')
    expect(await says('A1')).toBe('The man on A1 cannot move: no empty point next to it.')
    expect(await says('E5 G7')).toBe('G7 is not adjacent: a man moves one step along a line.')
    expect(await says('C3')).toBe('C3 is occupied.')
    expect(await stage.exp()).toBe('')
  })

  test('the selection changes, and a second click drops it', async () => {
    await stage.start({ seed: 1, position })
    await stage.click('E5 D1')
    expect(await stage.pointsThat('selected')).toBe('D1')
    await stage.click('D1')
    expect(await stage.pointsThat('selected')).toBe('')
  })

  test('a game that repeats says so in the hint line', async () => {
    await stage.start({
      seed: 1,
      position: arrange('G4 A7 D6 G1 D2 B4 E3', 'G7 A1 D1 A4'),
    })
    await stage.play('E3 E4')
    await stage.play('E4 E3')
    expect(await stage.moves()).toEqual(['E3E4', 'G7D7', 'E4E3', 'D7G7'])
    expect(await stage.hint()).toBe(
      'Choose a man to move. This position has occurred 2 times; there is no draw.',
    )
  })
})

describe('flying', () => {
  test('three men go anywhere', async () => {
    await stage.start({ seed: 1, position: arrange('G1 D2 D5', 'A1 A7 F2 D6 C3 B4') })
    expect(await stage.row(0)).toEqual(['You', 'flying', '0', '3', '0'])
    expect(await stage.hint()).toContain('they fly to any empty point')
    await stage.click('D5')
    expect((await stage.pointsThat('a man can go here')).split(' ')).toHaveLength(15)
    await stage.click('G7')
    expect((await stage.moves())[0]).toBe('D5G7')
    expect(await stage.exp()).toBe('move 1')
  })

  test('the computer flies too', async () => {
    await stage.start({
      seed: 3,
      position: arrange('G1 D2 D5 B6', 'A1 D1 C3'),
    })
    await stage.play('B6 B4')
    expect(await stage.row(1)).toEqual(['Computer', 'flying', '0', '3', '0'])
    expect(await stage.announced()).toContain('flight')
  })
})

describe('the end', () => {
  const almostWon = arrange('A1 D1 G4 F6 B6 D5', 'D6 B2 C3')

  test.each(LEVELS)('a win on %s earns its bonus and offers a rematch', async (difficulty) => {
    await stage.start({ seed: 1, difficulty, position: almostWon })
    await stage.click('G4 G1 B2')
    expect(await stage.exp()).toBe(`move 1, mill 15, remove 6, win ${BONUS[difficulty]}`)
    expect(await stage.turn()).toBe('Game over')
    const card = stage.page.locator('.nmm-result')
    expect(await card.innerText()).toContain('You win!')
    expect(await card.innerText()).toContain('The computer has only two men left.')
    expect(await card.innerText()).toContain('Score +4 (6 to 2)')
    expect(await card.innerText()).toContain(`EXP earned ${22 + BONUS[difficulty]}`)
    expect(await stage.host((host) => host.getRuntime()?.getScore())).toBe(4)
    await stage.click('A7')
    await card.getByText('Rematch').click()
    expect(await card.isVisible()).toBe(false)
    expect(await stage.row(0)).toEqual(['You', 'placing', '9', '0', '0'])
    await stage.play('D2')
    expect(await stage.moves()).toHaveLength(2)
  })

  test('the card makes room for the board, whose points then say that it is over', async () => {
    await stage.start({ seed: 1, position: almostWon })
    await stage.click('G4 G1 B2')
    await stage.page.getByText('See the board').click()
    expect(await stage.page.locator('.nmm-result').isVisible()).toBe(false)
    await stage.click('A1')
    expect(await stage.hint()).toBe('The game is over. Play again with Rematch.')
    await stage.press('rematch')
    expect(await stage.turn()).toBe('Your turn')
  })

  test('a loss is shown and earns nothing', async () => {
    await stage.start({ seed: 1, position: arrange('A7 C5 E4', 'A1 D1 G4 B2 D2 F4') })
    await stage.play('C5 D5')
    expect(await stage.turn()).toBe('Game over')
    const card = await stage.page.locator('.nmm-result').innerText()
    expect(card).toContain('You lose')
    expect(card).toContain('You have only two men left.')
    expect(card).toContain('Score −4 (2 to 6)')
    expect(await stage.exp()).toBe('move 1')
    expect(await stage.host((host) => host.getRuntime()?.getScore())).toBe(-4)
  })

  test('blocking the computer wins', async () => {
    await stage.start({ seed: 1, position: arrange('D2 A7 B4 F4', 'A1 D1 A4 G1') })
    await stage.click('F4 G4')
    const card = await stage.page.locator('.nmm-result').innerText()
    expect(card).toContain('You win!')
    expect(card).toContain("None of the computer's men can move.")
    expect(await stage.exp()).toBe('move 1, win 150')
    await stage.page.getByText('See the board').click()
    await expect.poll(async () => isRed(await stage.color('A1'))).toBe(true)
  })

  test('being blocked loses', async () => {
    await stage.start({ seed: 1, position: arrange('A1 A4 D2 G7', 'G1 A7 B4 G4 D7 D3') })
    await stage.play('D2 D1')
    const card = await stage.page.locator('.nmm-result').innerText()
    expect(card).toContain('You lose')
    expect(card).toContain('None of your men can move.')
    expect(await stage.exp()).toBe('move 1')
  })
})

describe('learning', () => {
  test('undo takes back both turns and gives no EXP twice', async () => {
    await stage.start({ seed: 1, position: arrange('A1 D1', 'B2 G7', 4) })
    await stage.play('F4')
    await stage.press('undo')
    expect(await stage.moves()).toEqual([])
    expect(await stage.labels()).toMatchObject({ F4: 'empty, a man can go here' })
    await stage.play('F4')
    expect(await stage.exp()).toBe('place 1')
    await stage.press('undo')
    await stage.click('G1')
    expect(await stage.exp()).toBe('place 1, mill 15')
    await stage.press('undo')
    await stage.click('G1 B2')
    expect(await stage.exp()).toBe('place 1, mill 15, remove 6')
    await stage.reply()
    await stage.press('undo')
    await stage.play('G1 B2')
    expect(await stage.exp()).toBe('place 1, mill 15, remove 6')
    expect(await stage.text('.nmm-exp')).toBe('EXP 22')
  })

  test('undo works while the computer thinks, and after the end; a win counts once', async () => {
    await stage.start({ seed: 1, position: arrange('A1 D1 G4 F6 B6 D5', 'D6 B2 C3') })
    await stage.click('F6 F4')
    await stage.press('undo')
    expect(await stage.turn()).toBe('Your turn')
    await stage.click('G4 G1 B2')
    expect(await stage.turn()).toBe('Game over')
    await stage.press('undo')
    expect(await stage.turn()).toBe('Your turn')
    await stage.click('G4 G1 C3')
    expect(await stage.exp()).toBe('move 1, mill 15, remove 6, win 150')
  })

  test('undo is off where there is nothing to take back', async () => {
    await stage.start()
    expect(await stage.page.locator('.nmm-panel [data-command=undo]').isDisabled()).toBe(true)
  })

  test('a hint is what the computer would play', async () => {
    const position = arrange('A1 D1 A4 E5', 'D2 G4 B4 C3 F6')
    await stage.start({ seed: 9, position })
    await stage.press('hint')
    const best = choose([{ ...startPosition(), ...position }], 'HARD', 9)
    const expected = `Try ${formatMove(best)} (green rings).`
    await expect.poll(() => stage.hint()).toBe(expected)
    expect(await stage.announced()).toBe(expected)
    expect((await stage.pointsThat('suggested')).split(' ').toSorted()).toEqual(
      [best.origin, best.target].map((point) => NAMES[point ?? 0]).toSorted(),
    )
    expect(await stage.exp()).toBe('')
  })

  test('a hint in mid-turn names the man to take', async () => {
    await stage.start({ seed: 9, position: arrange('A1 D1', 'B2 D2 F2 G7', 4) })
    await stage.click('G1')
    await stage.press('hint')
    await expect.poll(() => stage.hint()).toBe('Try xG7 (green rings).')
  })

  test('with colours swapped the computer begins', async () => {
    await stage.start({ seed: 1 })
    await stage.press('swap')
    expect(await stage.turn()).toBe("The computer's turn")
    expect(await stage.announced()).toBe('New game. You are Black.')
    await stage.reply()
    expect(await stage.moves()).toHaveLength(1)
    expect(await stage.page.locator('.nmm-panel [data-command=undo]').isDisabled()).toBe(true)
    const [taken] = (await stage.moves()).slice()
    const free = taken === 'D2' ? 'D6' : 'D2'
    await stage.play(free)
    expect(await stage.moves()).toHaveLength(3)
    expect(await stage.exp()).toBe('place 1')
    expect(await stage.host((host) => host.getRuntime()?.getScore())).toBe(-1)
    await stage.press('swap')
    expect(await stage.turn()).toBe('Your turn')
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
    expect(await stage.moves()).toHaveLength(history.length - 1)
  }
  expect(outcome(last())?.winner).toBe(0)
  expect(await stage.turn()).toBe('Game over')
  expect(await stage.exp()).toMatch(/win 80$/)
}, 120_000)
