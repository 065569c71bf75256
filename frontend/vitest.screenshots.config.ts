import { defineConfig } from 'vitest/config'
import browser from './vitest.browser.config.ts'

/** Pictures of the pages; see `tools/screenshots.ts`. */
export default defineConfig({
  test: { ...browser.test, include: ['tools/screenshots.ts'] },
})
