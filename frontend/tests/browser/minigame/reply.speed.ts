/** How long the mini-game keeps a page busy: `make -C frontend speed`, on a machine with nothing else to do. */
import { afterAll, describe, expect, test } from 'vitest'
import { Stage, arrange, closeBrowser } from '../stage'
import type { HostWindow } from '../stage'

afterAll(closeBrowser)

describe('the reply', () => {
  test.each(['EASY', 'NORMAL', 'HARD'] as const)(
    '%s never blocks the page for more than 16 ms',
    async (difficulty) => {
      const stage = await Stage.open()
      const milliseconds: number[] = []
      const replies: number[] = []
      for (const [clicks, position] of [
        ['e4', arrange('d6 f4', 'd2 b4', 7)],
        ['e3 e4', arrange('a7 d7 a4 e3 g1 f6 b2', 'd6 g4 b4 c5 f2 d1 e5')],
        ['d3 d5', arrange('g7 d6 d3', 'a7 a1 f6')],
      ] as const) {
        await stage.start({ seed: 1, difficulty, position })
        await stage.page.evaluate(() => (window as HostWindow).spies.blocks.splice(0))
        await stage.play(clicks)
        const blocks = await stage.page.evaluate(() => (window as HostWindow).spies.blocks)
        const slices = blocks.filter(({ kind }) => kind === 'setTimeout')
        milliseconds.push(...slices.map((slice) => slice.milliseconds))
        replies.push(slices.reduce((sum, slice) => sum + slice.milliseconds, 0))
        await expect.poll(() => stage.moves()).toHaveLength(2)
        await stage.host((host) => host.quit())
      }
      const longest = Math.max(...milliseconds)
      process.stdout.write(
        `${difficulty}: longest block ${longest.toFixed(1)} ms, replies ` +
          `${replies.map((reply) => reply.toFixed(0)).join(', ')} ms (placing, moving, flying)\n`,
      )
      await stage.close()
      expect(longest).toBeLessThanOrEqual(16)
    },
  )
})
