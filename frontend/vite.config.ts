import { defineConfig } from 'vitest/config'

/** The mini-game: one classic script, committed beside the Python code that ships it. */
export default defineConfig({
  build: {
    target: 'es2020',
    outDir: '../src/merels/mod',
    emptyOutDir: false, // Python modules live there
    copyPublicDir: false,
    modulePreload: false,
    reportCompressedSize: true,
    rolldownOptions: {
      input: 'src/minigame/register.ts',
      output: { format: 'iife', entryFileNames: 'nine_mens_morris.js' },
    },
  },
  test: {
    include: ['tests/unit/**/*.test.ts'],
    pool: 'threads', // starts in a fifth less processor time than processes
    testTimeout: 120_000, // on a busy machine; all of them together take seconds
  },
})
