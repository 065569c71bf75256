import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { Stage, arrange, closeBrowser } from '../stage'

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open({ reducedMotion: 'reduce' }) // other tests look at motion
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
  await expect.poll(() => focused()).toBe('a7, empty, a man can go here')
  await keys('ArrowRight')
  await expect.poll(() => focused()).toContain('d7')
  await keys('ArrowDown ArrowDown')
  await expect.poll(() => focused()).toContain('d5')
  await keys('ArrowDown') // the line ends at the hole
  await expect.poll(() => focused()).toContain('d5')
  await keys('ArrowLeft ArrowDown ArrowLeft')
  await expect.poll(() => focused()).toContain('b4')
  await keys('ArrowLeft ArrowLeft')
  await expect.poll(() => focused()).toContain('a4')
  await expect.poll(() => stage.page.evaluate(() => window.scrollY)).toBe(0)
})

test('one tab stop for the whole board, then the buttons', async () => {
  await stage.start({ seed: 1 })
  await tabToBoard()
  await keys('ArrowRight Tab')
  await expect.poll(() => stage.page.evaluate(() => document.activeElement?.textContent)).toBe('Hint')
  await keys('Shift+Tab')
  await expect.poll(() => focused()).toContain('d7')
})

test('a mill and its capture with the keyboard alone', async () => {
  await stage.start({ seed: 1, position: arrange('a7 d7', 'b6 d6 f6 g1', 4) })
  await tabToBoard()
  await keys('ArrowRight ArrowRight Enter')
  await expect.poll(() => stage.exp()).toBe('place 1, mill 15')
  await expect.poll(() => stage.announced()).toBe('You: placed a man on g7. Mill.')
  await keys('ArrowDown ArrowDown')
  await expect.poll(() => focused()).toBe("g1, the computer's man, can be captured")
  await keys('Space')
  await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
  await expect.poll(() => stage.announced()).toBe('You: captured the man on g1.')
  await stage.reply()
})

test('Enter selects and moves, Escape unselects and stays in the game', async () => {
  await stage.start({ seed: 1, position: arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2') })
  const escapes = await stage.page.evaluateHandle(() => {
    const heard: string[] = []
    document.addEventListener('keydown', (event) => heard.push(event.key))
    return heard
  })
  await tabToBoard()
  await keys('ArrowDown Enter')
  await expect.poll(() => focused()).toBe('a4, your man, selected')
  await expect.poll(() => stage.page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))).toBe('true')
  await keys('Escape')
  await expect.poll(() => focused()).toBe('a4, your man, can move')
  await expect.poll(() => escapes.jsonValue()).not.toContain('Escape')
  await keys('Escape') // nothing to unselect: now it is the host's
  await expect.poll(() => escapes.jsonValue()).toContain('Escape')
  await keys('Enter ArrowDown Enter')
  await expect.poll(async () => (await stage.moves())[0]).toBe('a4-a1')
  await stage.reply()
})

test('wrong points are explained to screen readers', async () => {
  await stage.start({ seed: 1, position: arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2') })
  await tabToBoard()
  await keys('Enter')
  await expect.poll(() => stage.announced()).toBe('The man on a7 is blocked: there is no empty point next to it.')
})

test('the focus goes to the rematch button at the end, and back to the board', async () => {
  await stage.start({ seed: 1, position: arrange('a7 d7 g4 f2 b2 d3', 'd2 b6 c5') })
  await stage.page.locator('canvas').focus()
  await expect.poll(() => focused()).toContain('a7')
  await keys('ArrowRight ArrowRight ArrowDown Enter ArrowUp Enter')
  await stage.click('g7')
  await keys('ArrowLeft ArrowDown ArrowLeft Enter')
  await expect.poll(() => stage.turn()).toBe('Game over')
  await expect.poll(() => stage.page.evaluate(() => document.activeElement?.textContent)).toBe('Rematch')
  await keys('Enter')
  await expect.poll(() => stage.turn()).toBe('Your turn')
  await expect.poll(() => focused()).toContain('empty')
})

test('every point has a name and a state', async () => {
  await stage.start({ seed: 1, position: arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2') })
  await expect.poll(async () => Object.keys(await stage.labels())).toHaveLength(24)
  await expect.poll(() => stage.labels()).toMatchObject({
    a7: 'your man',
    d7: 'your man, can move',
    d6: "the computer's man",
    g1: 'empty',
  })
  await expect.poll(() => stage.page.locator('.nmm-points').getAttribute('aria-label')).toContain('Arrow keys')
  await expect.poll(() => stage.page.locator('.nmm [role=status]').getAttribute('aria-live')).toBe('polite')
})
