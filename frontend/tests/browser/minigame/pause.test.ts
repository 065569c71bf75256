import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Stage, arrange, closeBrowser } from '../stage'
import type { HostWindow } from '../stage'

let stage: Stage

afterEach(async () => stage.close())
afterAll(closeBrowser)

/** Pauses, tries to act, and resumes; nothing may have changed, and nothing may have been left to change it. */
async function pauseAndResume(clicks: string): Promise<void> {
  await stage.host((host) => host.pause())
  await expect.poll(() => stage.hint()).toBe('Paused')
  const read = async () => [await stage.moves(), await stage.labels(), await stage.turn(), await stage.exp()] as const
  const before = await read()
  await stage.expectStill()
  await stage.click(clicks)
  await stage.expectStill()
  await expect.poll(read).toEqual(before)
  await stage.host((host) => host.pause())
  await expect.poll(() => stage.labels()).toEqual(before[1])
}

describe('pause and resume', () => {
  test('before the first move', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1 })
    await pauseAndResume('a7')
    await stage.play('d6')
    await expect.poll(() => stage.moves()).toHaveLength(2)
  })

  test('with a man selected', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position: arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2') })
    await stage.click('e3')
    await pauseAndResume('e4')
    await expect.poll(() => stage.hint()).toContain('the man on e3')
    await stage.play('e4')
    await expect.poll(() => stage.exp()).toBe('move 1')
  })

  test('with a capture due', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position: arrange('a7 d7', 'b6 d6 f6 g1', 4) })
    await stage.click('g7')
    await pauseAndResume('g1')
    await expect.poll(() => stage.hint()).toContain('A mill!')
    await stage.play('g1')
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
  })

  test('while the computer is to move, many times', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, difficulty: 'HARD' })
    await stage.click('d6')
    await pauseAndResume('a7')
    for (let time = 0; time < 12; time++) {
      await stage.host((host) => {
        host.pause()
        host.pause()
      })
    }
    await stage.reply()
    const paused = await stage.moves()
    await stage.host((host) => host.quit())
    await stage.start({ seed: 1, difficulty: 'HARD' })
    await stage.play('d6')
    await expect.poll(() => stage.moves()).toEqual(paused)
  })

  test('while the computer begins', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1 })
    await stage.press('swap')
    await pauseAndResume('a7')
    await stage.reply()
    await expect.poll(() => stage.moves()).toHaveLength(1)
  })

  test('while searching for a hint, and while it is shown', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position: arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2') })
    await stage.page.evaluate(() => {
      document.querySelector<HTMLElement>('.nmm-panel [data-command=hint]')?.click()
      ;(window as HostWindow).host.pause()
    })
    await stage.expectStill()
    await expect.poll(() => stage.pointsThat('suggested')).toBe('')
    await stage.host((host) => host.pause())
    await expect.poll(() => stage.hint()).toContain('Try ')
    await pauseAndResume('e3')
    await expect.poll(() => stage.hint()).toContain('Try ')
  })

  test('in flight', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position: arrange('g7 d6 d3', 'a7 a1 f6 d2 c5 b4') })
    await stage.click('d3')
    await pauseAndResume('g1')
    await stage.click('g1')
    await pauseAndResume('a7')
    await stage.reply()
    await expect.poll(() => stage.exp()).toBe('move 1')
  })

  test('after the end', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position: arrange('a7 d7 g4 f2 b2 d3', 'd2 b6 c5') })
    await stage.click('g4 g7 b6')
    await pauseAndResume('a7')
    await expect.poll(() => stage.page.locator('.nmm-result').isVisible()).toBe(true)
    await expect.poll(() => stage.exp()).toBe('move 1, mill 15, remove 6, win 150')
  })

  test("with the host's P key, which the game leaves alone", async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1 })
    await stage.click('d6')
    await stage.page.keyboard.press('p')
    await expect.poll(() => stage.hint()).toBe('Paused')
    await stage.page.keyboard.press('p')
    await stage.reply()
    await expect.poll(() => stage.moves()).toHaveLength(2)
  })
})
