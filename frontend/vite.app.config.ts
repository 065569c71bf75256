import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'
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

const LANGUAGE = /\/src\/texts\/(\w\w)\.ts\?(first|more)$/
const CORE = /\/src\/shell\/main\.ts$/
const PAGE = /\/(\w+-page)\.tsx$/
const FOLDER = /\/src\/(pages\/\w+|.*)\//
/** Pages that show a game. */
const GAMES = new Set(['play-page', 'game-page', 'review-page'])
/** Pages that need little of what the others share. */
const LIGHT = new Set(['play-page', 'people-page', 'learn-page', 'results-page'])

/**
 * The chunk of a module: that of a page if the page and its parts alone need it; else `core` if the shell needs it, one of the
 * light pages, or several pages; `game` if they all show games; `grading` if Review alone does, and Play's advice;
 * `shared` if Explore does, and what is loaded later; and `parts` if several scripts need it that are loaded later than a page.
 */
function chunkOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = new Set<string>()
  const seen = new Set([id])
  for (const each of seen) {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(each) ?? {}
    if (dynamicImporters.length) users.add(each)
    for (const importer of importers) seen.add(importer) // visited as well
  }
  const names = [...users]
  if (names.some((user) => CORE.test(user))) return 'core'
  const pages = names.flatMap((user) => PAGE.exec(user)?.[1] ?? [])
  const folders = new Set(names.map((user) => FOLDER.exec(user)?.[1]))
  if (!pages.length) return names.length > 1 ? 'parts' : null
  if (folders.size === 1) return pages.find((page) => LIGHT.has(page)) ?? pages[0]
  if (pages.every((page) => GAMES.has(page))) return pages.join() === 'review-page' ? 'grading' : 'game'
  return pages.length > 1 || LIGHT.has(pages[0]) ? 'core' : 'shared'
}

/** The classic scripts, and what marks their own copies of a module. */
const CLASSIC = /\/(start|sw)\.ts$|\?(start|sw)$/

/** The bundler's own function and its name in a chunk of 158 bytes, and how other chunks import it. */
const RUNTIME = /^var (.*),(\w+)=(\(.*\});export\{\2( as t)?\};?\s*$/s
const IMPORTED = /import\{t as (\w+)\}from"\.\/rolldown-runtime-[\w-]+\.js";/

/** Copies the bundler's own function into each chunk that needs it: it would be a request of every page. */
function copyRuntime(): Plugin {
  return {
    name: 'copy-runtime',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const runtime = chunkNamed('rolldown-runtime', bundle)
        const [, property, , made] = RUNTIME.exec(runtime.code) ?? []
        if (!made) throw new Error(`the bundler's function is another one: ${runtime.code}`)
        const core = chunkNamed('core', bundle)
        delete bundle[runtime.fileName]
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = file.code
            .replace(IMPORTED, (_import, name: string) => `const ${name}=(()=>{var ${property};return ${made}})();`)
            .replaceAll(runtime.fileName, core.fileName) // in lists of what to preload
        }
      },
    },
  }
}

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
      if (!copy || kind !== 'import-statement' || source.endsWith('?inline')) return null
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
        return {
          html: html.replace('<script type="module" crossorigin ', '<script ').replace(ABSOLUTE, '').replace('<base ', `${POLICY}\n    $&`),
          tags: [{ tag: 'link', attrs: { rel: 'modulepreload', href: core.fileName }, injectTo: 'head' }],
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

/** A style sheet as the module that imports it has it. */
const SHEET = /^\0(.*)\.sheet/

/** Style sheets are parts of the scripts that need them: a page and its sheet are one request. */
function adoptSheets(): Plugin {
  const adopt = JSON.stringify(fileURLToPath(new URL('src/shell/adopt.ts', import.meta.url)))
  return {
    name: 'adopt-sheets',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('.css') || importer?.endsWith('.css')) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && { id: `\0${found.id.replace('.css', '.sheet')}`, moduleSideEffects: true }
    },
    load(id) {
      const [, path] = SHEET.exec(id) ?? []
      return path ? `import { adopt } from ${adopt}; import sheet from ${JSON.stringify(`${path}.css?inline`)}; adopt(sheet)` : null
    },
  }
}

/** The sections of a language that the pages need which most see; `more` has the others, but not the host's own. */
const FIRST = ['common', 'shell', 'board', 'play', 'review', 'explore', 'grading', 'files', 'variants', 'notation']
const MORE = ['people', 'lobby', 'online', 'learn', 'results', 'solving', 'keeping']

/** Makes two files of each language. */
function splitTexts(): Plugin {
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const [, , half] = LANGUAGE.exec(id) ?? []
      if (!half) return null
      const wanted = half === 'first' ? FIRST : MORE
      const [head, ...sections] = code.split(/^(?=export const )/m)
      const found = sections.filter((section) => wanted.includes(section.split(' ', 3)[2].replace(':', '')))
      if (found.length !== wanted.length) throw new Error(`${id} lacks one of ${wanted.join(', ')}`)
      return { code: head + found.join(''), map: null }
    },
  }
}

const TEXT = /\.(js|css|html|svg|webmanifest|md)$/

/** Writes each text beside itself as compressed as can be, which takes too long for a server. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name))
      for (const file of names.map((name) => join(dir, name))) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
    },
  }
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
  plugins: [adoptSheets(), splitTexts(), copyRuntime(), ...startScript(), listFiles(), compress()],
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
        chunkFileNames: ({ facadeModuleId }) => {
          const [, language, half] = LANGUAGE.exec(facadeModuleId ?? '') ?? []
          if (!language) return 'assets/[name]-[hash].js'
          return `assets/texts/${language}${half === 'more' ? '-more' : ''}-[hash].js`
        },
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false, // each module is where `chunkOf` says
          groups: [{ name: chunkOf, debugName: 'core' }],
        },
      },
    },
  },
})
