import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const PACKAGE = fileURLToPath(new URL('../../../../src/merels/', import.meta.url))
const PAGES = join(PACKAGE, 'web/static')
/** What the server adds to the built files. */
const DATA: Readonly<Record<string, string>> = {
  '/weights.bin': join(PACKAGE, 'engine/evaluation/weights.bin'),
  '/puzzles.json': join(PACKAGE, 'web/api/puzzles.json'),
}

function fileAt(address: string): string {
  return DATA[address] ?? join(PAGES, address === '/' ? 'index.html' : address)
}

test('the service worker that ships knows every file by its revision', () => {
  const [table = ''] = /\{"\/":[^}]*\}/.exec(readFileSync(join(PAGES, 'sw.js'), 'utf8')) ?? []
  const revisions = JSON.parse(table) as Record<string, string>
  for (const [address, revision] of Object.entries(revisions)) {
    const hash = createHash('sha256').update(readFileSync(fileAt(address))).digest('hex')
    expect(hash.startsWith(revision), address).toBe(true)
    expect(revision).toMatch(/^[0-9a-f]{16}$/)
  }
  const listed = new Set(Object.keys(revisions).map(fileAt))
  const shipped = readdirSync(PAGES, { recursive: true, withFileTypes: true })
  const files = shipped.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const [texts, compressed] = [files.filter((file) => !file.endsWith('.br')), files.filter((file) => file.endsWith('.br'))]
  expect(texts.filter((file) => !listed.has(file))).toEqual([join(PAGES, 'sw.js')])
  expect(compressed.length).toBeGreaterThan(30)
  for (const file of compressed) {
    expect(brotliDecompressSync(readFileSync(file)).equals(readFileSync(file.slice(0, -3))), file).toBe(true)
  }
  expect(Object.values(DATA).every((file) => existsSync(file) && listed.has(file))).toBe(true)
})
