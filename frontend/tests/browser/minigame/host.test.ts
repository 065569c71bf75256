import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Stage, arrange, closeBrowser, eventually } from '../stage'
import type { HostWindow } from '../stage'

let stage: Stage

afterEach(async () => stage.close())
afterAll(closeBrowser)

describe('the contract', () => {
  test('the script registers once, and sets no other global', async () => {
    stage = await Stage.open()
    await expect.poll(() => stage.host((host) => host.log.registered)).toEqual([
      'category categoryIds create description descriptionKey id name nameKey version',
    ])
    await stage.start()
    const offered = ['registerMiniGame', 'MINIEXP_MANIFEST', 'host', 'spies']
    const called = ['showTransientPopupAt', 'ensureAudio', 'playSfx', 'onLanguageChange']
    const globals = (): Promise<string[]> => stage.page.evaluate(() => (window as HostWindow).spies.newGlobals())
    await expect.poll(async () => (await globals()).filter((name) => ![...offered, ...called].includes(name))).toEqual([])
  })

  test('nothing outside the root is touched, and nothing is left behind', async () => {
    stage = await Stage.open()
    const page = (): Promise<string[]> =>
      stage.page.evaluate(() => [
        document.head.innerHTML,
        document.body.outerHTML.replace(/<div id="container">[^]*<\/div><\/div>/, ''),
        document.documentElement.getAttributeNames().join(' '),
        document.body.getAttributeNames().join(' '),
      ].map((text) => text.replace(/EXP.*?</, '<')))
    await stage.host((host) => host.create())
    const before = await page()
    await stage.start({ seed: 1 })
    await stage.play('d6')
    await expect.poll(async () => (await stage.leftovers()).length).toBeGreaterThan(5) // the spies do see a game
    await expect.poll(async () => (await page())[0]).toBe(before[0])
    await expect.poll(async () => (await page()).slice(2)).toEqual(before.slice(2))
    await stage.host((host) => host.quit())
    await expect.poll(() => stage.leftovers()).toEqual([])
    await expect.poll(() => stage.page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('quit and restart six times', async () => {
    stage = await Stage.open()
    for (let time = 0; time < 6; time++) {
      await stage.startHeld({ seed: time })
      await stage.click('d6')
      if (time % 2) await stage.reply()
      await expect.poll(() => stage.row(0)).toEqual(['You', 'placing', '8', '1', '0'])
      const score = await stage.host((host) => host.quit())
      expect(score).toBe(time % 2 ? 0 : 1)
      await expect.poll(() => stage.leftovers()).toEqual([])
    }
    await expect.poll(async () => (await stage.exp()).split(', ')).toHaveLength(6)
  })

  test('start, stop and destroy may be called at any time, any number of times', async () => {
    stage = await Stage.open()
    await stage.host((host) => {
      host.create({ seed: 1 })
      const runtime = host.getRuntime()
      runtime?.stop()
      runtime?.destroy()
      runtime?.destroy()
      runtime?.start()
      runtime?.stop()
      return runtime?.getScore()
    })
    await expect.poll(() => stage.leftovers()).toEqual([])
    await stage.host((host) => {
      host.create({ seed: 1 })
      const runtime = host.getRuntime()
      runtime?.start()
      runtime?.start()
      runtime?.start()
    })
    await stage.play('d6')
    await expect.poll(() => stage.exp()).toBe('place 1') // and not once for each start
    await stage.host((host) => {
      const runtime = host.getRuntime()
      runtime?.stop()
      runtime?.stop()
    })
    await expect.poll(() => stage.host((host) => host.getRuntime()?.getScore())).toBe(0)
  })

  test('two games on one page are independent', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1 })
    await stage.play('d6')
    await stage.host((host) => host.create({ seed: 2 }))
    await expect.poll(() => stage.page.locator('canvas').count()).toBe(2)
    await expect.poll(() => stage.page.locator('.nmm').nth(1).locator('.nmm-moves li').count()).toBe(0)
    await stage.page.evaluate(() => document.querySelector('.nmm')?.remove())
    await stage.host((host) => host.getRuntime()?.start())
    await stage.play('d2')
    await expect.poll(() => stage.moves()).toHaveLength(2)
    await stage.page.reload() // the first game was never ended
    await stage.page.evaluate(() => (window as HostWindow).host.loaded)
  })

  test('v0.1: only the bare contract', async () => {
    stage = await Stage.open({ api: '0.1' })
    await stage.start({ seed: 1, position: arrange('a7 d7', 'b6 d6 f6 g1', 4) })
    await expect.poll(() => stage.turn()).toBe('あなたの手番です')
    await stage.click('g7 g1')
    await stage.reply()
    await expect.poll(() => stage.exp()).toBe('place 1, mill 15, remove 6')
    await expect.poll(() => stage.host((host) => host.log.popups)).toEqual([])
    await expect.poll(() => stage.host((host) => host.log.sounds)).toEqual([])
    await stage.host((host) => host.pause())
    await expect.poll(() => stage.hint()).toBe('一時停止中')
    await stage.host((host) => host.pause())
  })

  test('a host that passes only a root', async () => {
    stage = await Stage.open({ api: '0.1' })
    const score = await stage.host((host) => {
      const runtime = host.getDefinition().create(host.getContainer())
      runtime.start()
      return runtime.getScore()
    })
    expect(score).toBe(0)
    await stage.play('d6')
    await expect.poll(() => stage.moves()).toHaveLength(2)
    await stage.page.reload() // this game is not the host's to end
    await stage.page.evaluate(() => (window as HostWindow).host.loaded)
  })

  test('a host may end the game during an award', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1 })
    await stage.host((host) => host.setAwarding(() => host.quit()))
    await stage.click('d6')
    await expect.poll(() => stage.leftovers()).toEqual([])
    await expect.poll(() => stage.exp()).toBe('place 1')
  })

  test('an unknown difficulty is NORMAL', async () => {
    stage = await Stage.open()
    await stage.start({ difficulty: 'IMPOSSIBLE' })
    await expect.poll(() => stage.text('.nmm-turn span:last-child')).toBe('Normal')
  })

  test('the restart key is disabled while a game is running', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position: arrange('a7 d7 g4 f2 b2 d3', 'd2 b6 c5') })
    await stage.page.keyboard.press('r')
    await expect.poll(() => stage.host((host) => host.log.keys)).toEqual(['-r'])
    await stage.host((host) => {
      host.pause()
      host.pause()
    })
    await expect.poll(() => stage.host((host) => host.log.keys)).toEqual(['-r', '+r', '-r'])
    await stage.click('g4 g7 b6')
    await expect.poll(() => stage.host((host) => host.log.keys)).toEqual(['-r', '+r', '-r', '+r'])
    await stage.page.keyboard.press('r')
    await expect.poll(() => stage.turn()).toBe('Your turn')
    await expect.poll(() => stage.host((host) => host.log.keys)).toEqual(['-r', '+r', '-r', '+r', '-r'])
    await stage.host((host) => host.quit())
    await expect.poll(() => stage.host((host) => host.log.keys.pop())).toBe('+r')
  })
})

describe('EXP and popups', () => {
  test('the panel shows what the host has actually added', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1, position: arrange('a7 d7', 'b6 d6 f6 g1', 4) })
    await stage.host((host) => host.setAwarding((amount) => amount * 2))
    await stage.click('g7')
    await expect.poll(() => stage.text('.nmm-exp')).toBe('EXP 32')
    await stage.host((host) => host.setAwarding(() => undefined))
    await stage.click('g1')
    await expect.poll(() => stage.text('.nmm-exp')).toBe('EXP 38')
  })

  test('popups appear at the point, relative to the container', async () => {
    stage = await Stage.open()
    await stage.page.evaluate(() => {
      document.body.style.padding = '37px 0 0 53px'
    })
    await stage.start({ seed: 1 })
    await stage.click('f2')
    await eventually(async () => {
      const [popup] = await stage.host((host) => host.log.popups)
      const container = await stage.page.locator('#container').boundingBox()
      const place = await stage.place('f2')
      expect(popup.text).toBe('+1 EXP')
      // The container has a border of 2 px, where positions begin inside.
      expect(popup.x + (container?.x ?? 0) + 2).toBeCloseTo(place.x, 0)
      expect(popup.y + (container?.y ?? 0) + 2).toBeCloseTo(place.y, 0)
    })
  })
})

describe('a host that fails', () => {
  test('in awardXp, popups, sounds and texts: the game continues', async () => {
    stage = await Stage.open()
    await stage.host((host) =>
      host.setAwarding(() => {
        throw new Error('no EXP today')
      }),
    )
    await stage.start({ seed: 1, position: arrange('a7 d7', 'b6 d6 f6 g1', 4) })
    await stage.page.evaluate(() => {
      const fail = (): never => {
        throw new Error('out of order')
      }
      Object.assign(window, { showTransientPopupAt: fail, playSfx: fail, ensureAudio: fail })
    })
    await stage.play('g7 g1')
    await expect.poll(() => stage.moves()).toHaveLength(2)
  })

  test('in localisation: our own texts are shown', async () => {
    stage = await Stage.open()
    await stage.page.evaluate(() => {
      const fail = (): never => {
        throw new Error('no words')
      }
      const localization = { t: fail, getLocale: fail, onChange: fail }
      ;(window as HostWindow).host.start({ localization } as never)
    })
    await expect.poll(() => stage.turn()).toBe('あなたの手番です')
  })
})

describe('a failure of our own', () => {
  test('while drawing is shown, and the game continues', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1 })
    await stage.page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D
      const { drawImage } = prototype
      prototype.drawImage = () => {
        prototype.drawImage = drawImage
        throw new Error('torn canvas')
      }
      document.querySelector<HTMLElement>('.nmm-points [aria-label^=d6]')?.click()
    })
    await expect.poll(() => stage.hint()).toContain('(torn canvas)')
    await stage.reply()
    await stage.play('d2 a7 a1')
    await expect.poll(async () => (await stage.moves()).length).toBeGreaterThan(3)
  })

  test('while thinking is shown, and a legal move is still played', async () => {
    stage = await Stage.open()
    await stage.start({ seed: 1 })
    await stage.page.evaluate(() => {
      const { imul } = Math
      Math.imul = (one, other) => {
        if (other === 0x01010101) return imul(one, other) // counting men, not thinking
        Math.imul = imul
        throw new Error('lost the thread')
      }
    })
    await stage.play('d6')
    await expect.poll(() => stage.moves()).toEqual(['d6', 'a7'])
    await expect.poll(() => stage.hint()).toContain('(lost the thread)')
    await stage.play('d2')
    await expect.poll(() => stage.moves()).toHaveLength(4)
  })

  test('with an impossible position is shown, and the game starts from the empty board', async () => {
    stage = await Stage.open()
    await stage.start({ position: { white: 1, black: 1 } })
    await expect.poll(() => stage.hint()).toContain('not a possible position')
    await expect.poll(() => stage.row(0)).toEqual(['You', 'placing', '9', '0', '0'])
    await stage.play('d6')
    await expect.poll(() => stage.moves()).toHaveLength(2)
  })
})

describe('languages', () => {
  test('the texts follow the host at once, in its words where it has any', async () => {
    stage = await Stage.open({ locale: 'ja' })
    await stage.startHeld({ seed: 1 })
    await expect.poll(() => stage.turn()).toBe('あなたの手番です')
    await expect.poll(() => stage.row(0)).toEqual(['あなた', '配置', '9', '0', '0'])
    await expect.poll(() => stage.labels()).toMatchObject({ d6: '空き、置けます'.slice(1) })
    await stage.click('d6')
    await stage.host((host) => host.setLocale('en'))
    await expect.poll(() => stage.turn()).toBe("The computer's turn")
    await expect.poll(() => stage.labels()).toMatchObject({ d6: 'your man' })
    await expect.poll(() => stage.text('.nmm-panel [data-command=undo]')).toBe('Take back')
    await expect.poll(() => stage.page.locator('.nmm').getAttribute('lang')).toBe('en')
    await stage.reply()
    await stage.host((host) => host.setLocale('ja'))
    await expect.poll(() => stage.hint()).toBe('空いている点に駒を置いてください。')
    await expect.poll(() => stage.moves()).toHaveLength(2)
  })

  test('also while paused and on the card at the end', async () => {
    stage = await Stage.open({ locale: 'en' })
    await stage.start({ seed: 1, position: arrange('a7 d7 g4 f2 b2 d3', 'd2 b6 c5') })
    await stage.host((host) => host.pause())
    await stage.host((host) => host.setLocale('ja'))
    await expect.poll(() => stage.hint()).toBe('一時停止中')
    await stage.host((host) => host.pause())
    await stage.click('g4 g7 b6')
    await expect.poll(() => stage.page.locator('.nmm-result').innerText()).toContain('あなたの勝ち！')
    await stage.host((host) => host.setLocale('en'))
    await expect.poll(() => stage.page.locator('.nmm-result').innerText()).toContain('You win!')
  })
})
