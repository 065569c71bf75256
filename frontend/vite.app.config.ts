import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { defineConfig } from 'vitest/config'
import type { Plugin, Rolldown } from 'vite'
import CONTENT_POLICY from './src/generated/content-policy.json' with { type: 'json' }

const PUBLIC = new URL('src/shell/public/', import.meta.url)
const SERVER = 'http://127.0.0.1:24016'

/** What a static host cannot say in a header; of a document it cannot say who may show it in a frame. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY.replace(/; frame-ancestors [^;]*/, '')}" />`

/** What the server adds to the built files: data of the Python package, by address. */
const DATA = {
  '/weights.bin': new URL('../src/merels/engine/evaluation/weights.bin', import.meta.url),
  '/puzzles.json': new URL('../src/merels/web/api/puzzles.json', import.meta.url),
}

const LANGUAGE = /\/src\/texts\/\w\w\.ts$/
const CORE = /\/src\/shell\/main\.ts$/
const PLAY = /\/play-page\.tsx$/

/**
 * The chunk of a module: `core` if the shell needs it, or Play, which most see first, and another script that is
 * loaded on demand; `shared` if several others need it. What one script alone needs is in its own chunk.
 */
function chunkOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = new Set<string>()
  const seen = new Set([id])
  for (const each of seen) {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(each) ?? {}
    if (dynamicImporters.length) users.add(each)
    for (const importer of importers) seen.add(importer) // visited as well
  }
  const isOfAny = (pattern: RegExp): boolean => [...users].some((user) => pattern.test(user))
  if (isOfAny(CORE) || (users.size > 1 && isOfAny(PLAY))) return 'core'
  return users.size > 1 ? 'shared' : null
}

/** The classic scripts, and what marks their own copies of a module. */
const CLASSIC = /\/(start|sw)\.ts$|\?(start|sw)$/

/** The beginning of a worker's address in a script. */
const WORKER = /(?<=new URL\(.)\/assets\//g

/** Addresses in the document; what it says of the root of the app makes them right in every folder. */
const ABSOLUTE = /(?<=(src|href)=")\/(?=assets\/)/g

/**
 * The start script is a classic one, so that it runs before the first paint. It shares no chunk with the core, which
 * it loads: it gets its own copies of the small modules that it imports. So does the service worker.
 */
function startScript(): Plugin[] {
  const copying: Plugin = {
    name: 'copy-into-start',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, { kind }) {
      if (source === '\0vite/preload-helper.js') return fileURLToPath(new URL('src/shell/preload.ts', import.meta.url))
      const [, entry, copy = entry] = CLASSIC.exec(importer ?? '') ?? []
      if (!copy || kind !== 'import-statement') return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && `${found.id}?${copy}`
    },
  }
  const linking: Plugin = {
    name: 'link-start',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const core = chunkNamed('core', bundle)
        const links = [{ rel: 'modulepreload', href: core.fileName }]
        for (const sheet of core.viteMetadata?.importedCss ?? []) links.push({ rel: 'stylesheet', href: sheet })
        return {
          html: html.replace('<script type="module" crossorigin ', '<script ').replace(ABSOLUTE, '').replace('<base ', `${POLICY}\n    $&`),
          tags: links.map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' })),
        }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const name of ['start', 'sw']) {
          const script = chunkNamed(name, bundle)
          script.code = `(()=>{${script.code}})()`
          compileFunction(script.code) // fails if only a module may have this code
        }
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = file.code.replaceAll(WORKER, './') // beside the script
        }
      },
    },
  }
  return [copying, linking]
}

function chunkNamed(name: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
  if (found?.type !== 'chunk') throw new Error(`the bundle has no ${name}`)
  return found
}

/**
 * Tells the service worker which files the app is made of, each with its revision, and names the version: any
 * change to any file makes a new version, for which browsers fetch what has changed.
 */
function listFiles(): Plugin {
  return {
    name: 'list-files',
    enforce: 'post',
    generateBundle: {
      order: 'post', // once nothing changes any more
      handler(_, bundle) {
        const worker = chunkNamed('sw', bundle)
        const revisions: Record<string, string> = {}
        for (const [name, file] of Object.entries(bundle)) {
          if (file === worker) continue
          revisions[name === 'index.html' ? '/' : `/${name}`] = digest(file.type === 'chunk' ? file.code : file.source)
        }
        for (const name of readdirSync(PUBLIC)) revisions[`/${name}`] = digest(readFileSync(new URL(name, PUBLIC)))
        for (const [name, file] of Object.entries(DATA)) revisions[name] = digest(readFileSync(file))
        const files = JSON.stringify(Object.fromEntries(Object.entries(revisions).sort()))
        worker.code = worker.code
          .replace(/(["'`])__FILES__\1/, files)
          .replace('__VERSION__', digest(worker.code + files))
      },
    },
  }
}

/** The revision of a file, as the service worker computes it. */
function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** The web app: pages for `merels serve`, committed beside the Python code that serves them. */
export default defineConfig({
  root: 'src/shell',
  base: '/',
  plugins: [...startScript(), listFiles()],
  oxc: { jsx: { importSource: 'preact', development: false } }, // the same build wherever it is made
  server: {
    proxy: {
      '/api': SERVER,
      '/site.json': SERVER,
      // The engine's worker looks for its data beside the sources.
      ...Object.fromEntries(Object.keys(DATA).map((name) => [`^.*${name}$`, { target: SERVER, rewrite: () => name }])),
    },
  },
  build: {
    target: 'es2022',
    outDir: '../../../src/merels/web/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy does not allow data: addresses
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' }, // of the view library, which the files contain
    rolldownOptions: {
      input: { start: 'src/shell/index.html', sw: 'src/shell/sw.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: ({ facadeModuleId }) =>
          LANGUAGE.test(facadeModuleId ?? '') ? 'assets/texts/[name]-[hash].js' : 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [{ name: chunkOf, debugName: 'core' }],
        },
      },
    },
  },
})
