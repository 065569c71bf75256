import { defineConfig } from 'vitest/config'

/** Tests that play in Chromium: more files at a time than processors, since pages and people wait now and then. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: 'tests/browser/server.ts',
    maxWorkers: 4,
    isolate: false, // a process keeps its browser from file to file
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
