import { defineConfig } from 'vitest/config'
import browser from './vitest.browser.config.ts'

/** Bounds on times, one after the other; no part of `make test`, where other programs run beside them. */
export default defineConfig({
  test: { ...browser.test, include: ['tests/browser/**/*.speed.ts'], maxWorkers: 1, retry: 4 },
})
