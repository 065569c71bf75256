/** Builds of the app other than the committed one: with a text changed, and that of version 0.2. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FRONTEND = fileURLToPath(new URL('../../../', import.meta.url))
const PACKAGE = '../src/merels'
export const COMMITTED = join(FRONTEND, PACKAGE, 'web/static')

export interface Build {
  /** The folder with the built files. */
  readonly pages: string
  remove(): void
}

/** Builds the sources with a text of one file replaced. */
export function buildChanged(file: string, text: string, other: string): Build {
  const { folder, remove } = createFolder()
  const sources = join(folder, 'frontend')
  for (const each of ['src', 'package.json', 'tsconfig.json', 'vite.app.config.ts']) {
    cpSync(join(FRONTEND, each), join(sources, each), { recursive: true })
  }
  // The tools, and the data of the Python package that belongs to the pages.
  for (const each of ['node_modules', `${PACKAGE}/engine`, `${PACKAGE}/web/api`]) {
    mkdirSync(dirname(join(sources, each)), { recursive: true })
    symlinkSync(join(FRONTEND, each), join(sources, each))
  }
  replaceIn(join(sources, 'src', file), text, other)
  const pages = join(folder, 'pages')
  run('node_modules/.bin/vite', ['build', '--config', 'vite.app.config.ts', '--outDir', pages, '--logLevel', 'warn'], sources)
  return { pages, remove }
}

/** The files that version 0.2 shipped. */
export function unpackOld(): Build {
  const { folder, remove } = createFolder()
  const pages = join(folder, 'pages')
  mkdirSync(pages)
  run('tar', ['-xzf', join(FRONTEND, 'tests/browser/fixtures/0.2.tar.gz')], pages)
  return { pages, remove }
}

/** The names of a build's files, without their compressed forms. */
export function namesIn(pages: string): string[] {
  const all = readdirSync(pages, { recursive: true, withFileTypes: true })
  const files = all.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return files.map((file) => file.slice(pages.length + 1)).filter((name) => !name.endsWith('.br')).toSorted()
}

function createFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'merels-build-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function replaceIn(file: string, text: string, other: string): void {
  const before = readFileSync(file, 'utf8')
  if (!before.includes(text)) throw new Error(`${file} has no ${JSON.stringify(text)}`)
  writeFileSync(file, before.replace(text, other))
}

function run(program: string, options: readonly string[], folder: string): void {
  const { status, stderr, error } = spawnSync(program, options, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(`${program} failed with ${status}: ${stderr}`)
}
