import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { board as english } from './src/texts/en.ts'
import { board as japanese } from './src/texts/ja.ts'

/** Texts that no game of nine men's morris needs. */
const OF_OTHER_RULES: ReadonlySet<string> = new Set([
  'hint.taking', 'hint.giveWay', 'hint.pass', 'wrong.banned', 'wrong.give way', 'wrong.pass', 'said.pass',
])

/** The texts of the board in the languages of hosts, as pairs: keys in two tables would be sent twice. */
function pairTexts(): Plugin {
  const name = 'virtual:host-texts'
  const keys = (Object.keys(english) as (keyof typeof english)[]).filter((key) => !OF_OTHER_RULES.has(key))
  const pairs = Object.fromEntries(keys.map((key) => [key, [japanese[key], english[key]]]))
  return {
    name: 'pair-texts',
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(pairs)}` : null),
  }
}

/** Tests of modules that keep nothing. */
const PURE = 'tests/unit/{board,core,tables,texts}/**/!(engine).test.ts'

/** The mini-game: one classic script, committed beside the Python code that ships it. */
export default defineConfig(({ command }) => ({
  // Unit tests, which run with these settings too, know every board.
  define: command === 'build' ? { 'import.meta.env.NINE_ONLY': 'true' } : {},
  plugins: [pairTexts()],
  oxc: { jsx: { importSource: 'preact' } }, // for tests of the pages
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
    pool: 'threads', // starts in a fifth less processor time than processes
    testTimeout: 600_000, // on a busy machine; all of them together take seconds
    projects: [
      // Modules without state are loaded once for all tests of a process: half of the processor time.
      { extends: true, test: { name: 'pure', include: [PURE], isolate: false } },
      { extends: true, test: { name: 'stateful', include: ['tests/unit/**/*.test.ts'], exclude: [PURE] } },
    ],
  },
}))
