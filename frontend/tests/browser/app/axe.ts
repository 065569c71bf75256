/** Looks for accessibility problems with axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import type { App } from './site'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeWindow {
  axe: { run(options: RunOptions): Promise<AxeResults> }
}

/**
 * The serious or critical problems of a page as it is now, with the elements concerned; `rules` are the rules to check,
 * by default all.
 */
export async function seriousProblems(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(AXE)
  const options: RunOptions = rules ? { runOnly: rules } : {}
  const { violations } = await page.evaluate(
    (asked) => (window as unknown as AxeWindow).axe.run(asked),
    options,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The serious problems of a page as it is now, in any theme: only colours depend on it. */
export async function problemsInThemes({ page }: App): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['dark', 'contrast', 'light']) {
    await page.locator('.tools select').last().selectOption(theme)
    found.push(...(await seriousProblems(page, theme === 'light' ? undefined : ['color-contrast'])))
  }
  return found
}
