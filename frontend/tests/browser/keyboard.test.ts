import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { Stage, arrange, closeBrowser } from './stage'

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open()
})
afterEach(async () => stage.close())
afterAll(closeBrowser)

/** Tabs from the host's last button to the board. */
async function tabToBoard(): Promise<void> {
  await stage.page.locator('#quit').focus()
  await stage.page.keyboard.press('Tab')
}

async function keys(names: string): Promise<void> {
  for (const name of names.split(' ')) await stage.page.keyboard.press(name)
}

function focused(): Promise<string> {
  return stage.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
}

test('arrow keys follow the lines from point to point', async () => {
  await stage.start({ seed: 1 })
  await tabToBoard()
  expect(await focused()).toBe('A1, empty, a man can go here')
  await keys('ArrowRight')
  expect(await focused()).toContain('D1')
  await keys('ArrowDown ArrowDown')
  expect(await focused()).toContain('D3')
  await keys('ArrowDown') // the line ends at the hole
  expect(await focused()).toContain('D3')
  await keys('ArrowLeft ArrowDown ArrowLeft')
  expect(await focused()).toContain('B4')
  await keys('ArrowLeft ArrowLeft')
  expect(await focused()).toContain('A4')
  expect(await stage.page.evaluate(() => window.scrollY)).toBe(0)
})

test('one tab stop for the whole board, then the buttons', async () => {
  await stage.start({ seed: 1 })
  await tabToBoard()
  await keys('ArrowRight Tab')
  expect(await stage.page.evaluate(() => document.activeElement?.textContent)).toBe('Hint')
  await keys('Shift+Tab')
  expect(await focused()).toContain('D1')
})

test('a mill and its removal by keys alone', async () => {
  await stage.start({ seed: 1, position: arrange('A1 D1', 'B2 D2 F2 G7', 4) })
  await tabToBoard()
  await keys('ArrowRight ArrowRight Enter')
  expect(await stage.exp()).toBe('place 1, mill 15')
  expect(await stage.announced()).toBe('You: man placed on G1. Mill.')
  await keys('ArrowDown ArrowDown')
  expect(await focused()).toBe("G7, the computer's man, can be taken")
  await keys('Space')
  expect(await stage.exp()).toBe('place 1, mill 15, remove 6')
  expect(await stage.announced()).toBe('You: man on G7 taken.')
  await stage.reply()
})

test('Enter selects and moves, Escape unselects and stays in the game', async () => {
  await stage.start({ seed: 1, position: arrange('A1 D1 A4 E5', 'D2 G4 B4 C3 F6') })
  const escapes = await stage.page.evaluateHandle(() => {
    const heard: string[] = []
    document.addEventListener('keydown', (event) => heard.push(event.key))
    return heard
  })
  await tabToBoard()
  await keys('ArrowDown Enter')
  expect(await focused()).toBe('A4, your man, selected')
  expect(await stage.page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))).toBe('true')
  await keys('Escape')
  expect(await focused()).toBe('A4, your man, can move')
  expect(await escapes.jsonValue()).not.toContain('Escape')
  await keys('Escape') // nothing to unselect: now it is the host's
  expect(await escapes.jsonValue()).toContain('Escape')
  await keys('Enter ArrowDown Enter')
  expect((await stage.moves())[0]).toBe('A4A7')
  await stage.reply()
})

test('wrong points are explained to those who listen', async () => {
  await stage.start({ seed: 1, position: arrange('A1 D1 A4 E5', 'D2 G4 B4 C3 F6') })
  await tabToBoard()
  await keys('Enter')
  expect(await stage.announced()).toBe('The man on A1 cannot move: no empty point next to it.')
})

test('the focus goes to the rematch button at the end, and back to the board', async () => {
  await stage.start({ seed: 1, position: arrange('A1 D1 G4 F6 B6 D5', 'D6 B2 C3') })
  await stage.page.locator('canvas').focus()
  expect(await focused()).toContain('A1')
  await keys('ArrowRight ArrowRight ArrowDown Enter ArrowUp Enter')
  await stage.click('G1')
  await keys('ArrowLeft ArrowDown ArrowLeft Enter')
  expect(await stage.turn()).toBe('Game over')
  expect(await stage.page.evaluate(() => document.activeElement?.textContent)).toBe('Rematch')
  await keys('Enter')
  expect(await stage.turn()).toBe('Your turn')
  expect(await focused()).toContain('empty')
})

test('every point has a name and a state', async () => {
  await stage.start({ seed: 1, position: arrange('A1 D1 A4 E5', 'D2 G4 B4 C3 F6') })
  const labels = await stage.labels()
  expect(Object.keys(labels)).toHaveLength(24)
  expect(labels).toMatchObject({
    A1: 'your man',
    D1: 'your man, can move',
    D2: "the computer's man",
    G7: 'empty',
  })
  expect(await stage.page.locator('.nmm-points').getAttribute('aria-label')).toContain('Arrow keys')
  expect(await stage.page.locator('.nmm [role=status]').getAttribute('aria-live')).toBe('polite')
})
