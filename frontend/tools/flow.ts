/** The flow of imports in `src`: which folder may import which. A test holds every file to it. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))

/**
 * The folders, at most two levels deep, each with those directly below it.
 *
 * A folder may import whatever is below, directly or not; each stands after the folders it names. The board
 * stands on the rules alone: it knows points, men and moves, but no game. Pages never import each other.
 */
export const FLOW: Readonly<Record<string, string>> = {
  generated: '',
  texts: '',
  'core/rules': 'generated texts',
  tables: 'core/rules',
  'core/players': 'core/rules',
  'core/engine': 'core/players',
  'core/session': 'core/players',
  'core/match': 'core/session',
  board: 'core/rules',
  'ui/game': 'board core/session',
  'shell/services': 'core/players',
  'values/exact': 'shell/services tables',
  values: 'core/engine core/match values/exact',
  'values/grading': 'values',
  files: 'core/match shell/services',
  online: 'core/match shell/services',
  ui: 'ui/game values/grading files',
  'pages/play': 'ui',
  'pages/people': 'ui online',
  'pages/review': 'ui',
  'pages/explore': 'ui',
  'pages/learn': 'ui',
  'pages/results': 'ui',
  minigame: 'ui/game',
  widget: 'ui',
  shell: 'pages/play pages/people pages/review pages/explore pages/learn pages/results',
}

/** The folders that a folder may import. */
export function below(folder: string): ReadonlySet<string> {
  const found = new Set(namesIn(FLOW[folder]))
  for (const each of found) for (const lower of namesIn(FLOW[each])) found.add(lower) // a set also visits what is added
  return found
}

export function namesIn(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

/** The folder of the flow that a file of `src` is in; null if there is none. */
export function folderOf(file: string): string | null {
  const [first, second] = dirname(file).split('/')
  return [`${first}/${second}`, first].find((each) => Object.hasOwn(FLOW, each)) ?? null
}

/** All files of `src`, by their path in it. */
export function sourceFiles(): string[] {
  const all = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
  const files = all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.map((file) => file.slice(SOURCES.length)).sort()
}

export function readSource(file: string): string {
  return readFileSync(join(SOURCES, file), 'utf8')
}

/**
 * The files that a file names by a relative path, wherever in its text: imports, imports of types, `import()`,
 * workers and style sheets.
 */
export function importsOf(file: string, text: string): string[] {
  const kind = extname(file)
  if (kind === '.ts' || kind === '.tsx') {
    return pathsIn(parseAst(text, { lang: kind === '.ts' ? 'ts' : 'tsx' })).map((path) => resolve(file, path))
  }
  if (kind !== '.css' && kind !== '.html') return []
  return [...text.matchAll(/["'(](\.{1,2}\/[^"')]+)/g)].map(([, path]) => resolve(file, path))
}

/** Every text in a syntax tree that is a relative path of a file; the address of a folder, such as Play's, is none. */
function pathsIn(node: unknown): string[] {
  if (typeof node === 'string') return /^\.{1,2}\/.*[^/]$/.test(node) ? [node] : []
  if (Array.isArray(node)) return node.flatMap(pathsIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => (name === 'raw' ? [] : pathsIn(value)))
}

function resolve(file: string, path: string): string {
  const found = normalize(join(dirname(file), path))
  return ['.ts', '.tsx'].map((kind) => found + kind).find((each) => existsSync(join(SOURCES, each))) ?? found
}

/** What a file imports against the flow. */
export function backwardImports(file: string, text: string): string[] {
  const here = folderOf(file)
  if (here === null) return [`${file} is in no folder of the flow`]
  const allowed = below(here)
  return importsOf(file, text)
    .filter((other) => {
      const there = folderOf(other)
      return there !== here && (there === null || !allowed.has(there))
    })
    .map((other) => `${file} imports ${other}`)
}

/** Folders of any depth that import each other, directly or not, as a path from one to itself; null if there are none. */
export function findCycle(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const done = new Set<string>()
  const visit = (folder: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return null
    for (const next of imports.get(folder) ?? []) {
      const found = visit(next, [...path, folder])
      if (found) return found
    }
    done.add(folder)
    return null
  }
  for (const folder of imports.keys()) {
    const found = visit(folder, [])
    if (found) return found
  }
  return null
}

const BEGIN = '<!-- the flow of the front end, written by frontend/tests/unit/layers.test.ts -->'
const END = '<!-- the end of the flow -->'

/** A page of the documentation with the flow between its marks. */
export function setInto(page: string): string {
  const [before, rest] = page.split(BEGIN)
  const [, after] = rest.split(END)
  const widest = Math.max(...Object.keys(FLOW).map(({ length }) => length))
  const lines = Object.entries(FLOW).map(([folder, lower]) => `${folder.padEnd(widest)}  ${lower}`.trimEnd())
  const table = ['```', `${'folder'.padEnd(widest)}  stands on`, ...lines, '```']
  return `${before}${BEGIN}\n${table.join('\n')}\n${END}${after}`
}
