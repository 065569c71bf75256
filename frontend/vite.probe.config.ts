import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** The modules whose declarations are public, each after those it needs. */
const PUBLIC = ['api', 'errors', 'reader', 'probe']

/** Writes the public types beside the module, as one file without imports. */
function declareTypes(): Plugin {
  return {
    name: 'declare-types',
    generateBundle() {
      const folder = mkdtempSync(join(tmpdir(), 'merels-types-'))
      try {
        const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', folder]
        execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.probe.json', ...options], { stdio: 'inherit' })
        const texts = PUBLIC.map((name) => readFileSync(join(folder, 'tables', `${name}.d.ts`), 'utf8'))
        const source = texts.map((text) => text.replace(/^(?:import|export (?:type )?(?:\*|\{)).* from .*\n/gm, '')).join('\n')
        this.emitFile({ type: 'asset', fileName: 'probe.d.ts', source })
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

/** The reader of static tables: one module and its types, which `merels site` puts beside the tables. */
export default defineConfig({
  plugins: [declareTypes()],
  build: {
    target: 'es2022',
    outDir: '../src/merels/site',
    emptyOutDir: false, // Python modules live there
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { checks: { pluginTimings: false } }, // writing the types takes most of the time
    lib: { entry: 'src/tables/probe.ts', formats: ['es'], fileName: () => 'probe.js' },
  },
})
