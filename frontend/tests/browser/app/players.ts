/** People who play each other: each an app with an identity of its own. */
import { expect } from 'vitest'
import type { App } from './site'

/** Makes a game as the visitor of a page, and goes to where its creator waits; returns its address. */
export async function createGame(app: App, terms: Readonly<Record<string, unknown>>): Promise<string> {
  const id = await app.page.evaluate(async (asked) => {
    const name = 'merels.secret'
    if (!localStorage.getItem(name)) {
      const bytes = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
      localStorage.setItem(name, JSON.stringify(bytes.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')))
    }
    const secret = JSON.parse(localStorage.getItem(name) ?? '') as string
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` }
    const response = await fetch('/api/v1/games', { method: 'POST', headers, body: JSON.stringify(asked) })
    return ((await response.json()) as { id: string }).id
  }, terms)
  const link = `/game/${id}`
  await app.page.goto(link)
  await app.page.locator('.waiting').waitFor()
  return link
}

/** Takes the open seat of a game whose page is shown. */
export async function join(app: App): Promise<void> {
  await app.command('join').click()
  await app.page.locator('.online').waitFor()
}

/** Plays turns, each a list of points, by two players in turn; waits for each of them. */
export async function playTurns(players: readonly [App, App], turns: readonly (readonly number[])[]): Promise<void> {
  for (const [ply, points] of turns.entries()) {
    const app = players[ply % 2]
    await expect.poll(() => app.page.title()).toMatch(/^(Your turn|あなたの手番)/)
    for (const point of points) await app.choose(point)
  }
}

/** The link that a page shows. */
export async function linkOf({ page }: App, within = ''): Promise<string> {
  const field = page.locator(`${within}.link-field input`)
  await expect.poll(() => field.inputValue()).toMatch(/^http/)
  return field.inputValue()
}

/** Notes what the clock of the side to move shows, and what is announced: it is over before a busy test looks again. */
export async function watchClock({ page }: App): Promise<readonly string[]> {
  const seen: string[] = []
  await page.exposeFunction('note', (text: string) => seen.push(text))
  await page.evaluate(() => {
    const { note } = window as unknown as { note(text: string): void }
    new MutationObserver(() => {
      const clock = document.querySelector('.player.is-active .clock')
      if (clock) note(`${clock.className} ${clock.textContent}`)
      note(document.querySelector('[role=status]')?.textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  return seen
}
