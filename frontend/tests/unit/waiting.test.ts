/** What a page shows comes when it comes: a read that does not wait fails on a busy machine. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', 'browser')
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

test.each(FILES)('%s expects what it has waited for', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  // `await expect.poll(() => read())`, or `.resolves` of what is said once; never `expect(await read())`.
  expect([...text.matchAll(/\bexpect\(\s*[[(]*await\b.*/g)].map(([line]) => line)).toEqual([])
})
