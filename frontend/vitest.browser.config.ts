import { defineConfig } from 'vitest/config'

/**
 * Tests that play in Chromium, with those in Python beside them: more at a time would wait for processors. They wait
 * for events; the limits are those of a machine that is ten times as busy.
 */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: 'tests/browser/server.ts',
    maxWorkers: 3,
    isolate: false, // a process keeps its browser from file to file
    expect: { poll: { timeout: 300_000, interval: 60 } },
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
  },
})
