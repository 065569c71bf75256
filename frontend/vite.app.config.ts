import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import type { Plugin } from 'vite'

const PUBLIC = new URL('src/app/public/', import.meta.url)
const SERVER = 'http://127.0.0.1:24016'

/** What the server adds to the built files: data of the Python package, by address. */
const DATA = {
  '/weights.bin': new URL('../src/merels/engine/evaluation/weights.bin', import.meta.url),
  '/puzzles.json': new URL('../src/merels/web/api/puzzles.json', import.meta.url),
}

/**
 * Tells the service worker which files the app is made of, and names that version: any change to
 * any file makes a new version, which browsers fetch as a whole.
 */
function listFiles(): Plugin {
  return {
    name: 'list-files',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('the bundle has no sw.js')
      const hash = createHash('sha256').update(worker.code)
      const names: string[] = []
      for (const name of Object.keys(bundle).sort()) {
        if (name === 'sw.js') continue
        const file = bundle[name]
        hash.update(name).update(file.type === 'chunk' ? file.code : file.source)
        names.push(name === 'index.html' ? '/' : `/${name}`)
      }
      for (const name of readdirSync(PUBLIC).sort()) {
        hash.update(name).update(readFileSync(new URL(name, PUBLIC)))
        names.push(`/${name}`)
      }
      for (const [name, file] of Object.entries(DATA)) {
        hash.update(name).update(readFileSync(file))
        names.push(name)
      }
      const version = hash.digest('hex').slice(0, 12)
      worker.code = worker.code
        .replace(/(["'`])__FILES__\1/, JSON.stringify(names))
        .replace('__VERSION__', version)
    },
  }
}

/** The web app: pages for `merels serve`, committed beside the Python code that serves them. */
export default defineConfig({
  root: 'src/app',
  base: '/',
  plugins: [listFiles()],
  server: { proxy: { '/api': SERVER, ...Object.fromEntries(Object.keys(DATA).map((name) => [name, SERVER])) } },
  build: {
    target: 'es2022',
    outDir: '../../../src/merels/web/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy does not allow data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: 'src/app/index.html', sw: 'src/app/sw.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
})
