import { afterAll, afterEach, expect, test } from 'vitest'
import { Stage, arrange, closeBrowser } from '../stage'

let stage: Stage

afterEach(async () => stage.close())
afterAll(closeBrowser)

test('a man can be dragged, and a pause lets it go', async () => {
  stage = await Stage.open()
  await stage.start({ seed: 1, position: arrange('a7 d7 a4 e3', 'd6 g4 b4 c5 f2') })
  const [from, to] = [await stage.place('e3'), await stage.place('e4')]
  const lift = async (): Promise<void> => {
    await stage.page.mouse.move(from.x, from.y)
    await stage.page.mouse.down()
    await stage.page.mouse.move(to.x, to.y, { steps: 3 })
  }
  await lift()
  await expect.poll(() => stage.pointsThat('selected')).toBe('e3')
  await stage.host((host) => host.pause())
  await stage.page.mouse.up()
  await stage.host((host) => host.pause()) // and on
  await expect.poll(() => stage.moves()).toEqual([])
  await lift()
  await stage.page.mouse.up()
  await expect.poll(async () => (await stage.moves())[0]).toBe('e3-e4')
  await expect.poll(() => stage.exp()).toBe('move 1')
  await stage.reply()
})
