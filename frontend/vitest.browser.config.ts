import { defineConfig } from 'vitest/config'

/** Tests that play in Chromium, two files at a time; those that measure time allow for that. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: 'tests/browser/server.ts',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
