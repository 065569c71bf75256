import { defineConfig } from 'vitest/config'

/** Tests that play in Chromium, three files at a time on two processors; those that measure time allow for that. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: 'tests/browser/server.ts',
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
