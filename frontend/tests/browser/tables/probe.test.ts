/**
 * `probe.js` as it is built, in Node and in Chromium, over sites that the Python package has written: every answer equals
 * that of Python's tables.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Probe from '../../../src/tables/probe'
import { PROGRAM } from '../server'
import { closeBrowser, openContext } from '../stage'

/** A page with the module, for tests to call. */
const PAGE = '<!doctype html><script type="module">import * as probe from "/probe.js"; globalThis.probe = probe</script>'
const PACKAGE = new URL('../../../../src/merels/site/probe.js', import.meta.url)
const WRITER = fileURLToPath(new URL('../../../../tests/programs/static_site.py', import.meta.url))
/** How many positions are compared; `make soak` compares more. */
const POSITIONS = process.env.POSITIONS ?? '10000'

/** Variant, FEN, result and plies; of some, the moves with theirs. */
type Answer = [string, string, Probe.Result, number | null, [string, Probe.Result, number | null][]?]

let folder: string
let answers: Answer[]
let probe: typeof Probe

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'merels-site-'))
  const { status, stderr } = spawnSync(join(dirname(PROGRAM), 'python'), [WRITER, folder, POSITIONS], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  answers = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as Answer[]
  probe = (await import(PACKAGE.href)) as typeof Probe
}, 600_000)

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await closeBrowser()
})

/** What is wrong with answers about positions; nothing if they are those of Python. */
async function compare(tables: Probe.Tables, asked: readonly Answer[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [variant, fen, result, plies, moves] of asked) {
    const value = await tables.probe(fen, { variant })
    if (value.result !== result || value.plies !== plies) wrong.push(`${variant} ${fen}: ${JSON.stringify(value)}`)
    if (!moves) continue
    const rated = await tables.rate(fen, { variant })
    const listed = rated.moves.map((each) => [each.move, each.result, each.plies])
    if (JSON.stringify(listed) !== JSON.stringify(moves)) wrong.push(`${variant} ${fen}: ${JSON.stringify(listed)}`)
    if (rated.result !== result || rated.plies !== plies) wrong.push(`${variant} ${fen}: ${JSON.stringify(rated)}`)
  }
  return wrong
}

test.each(['whole', 'small'])('the %s site has the values of Python', async (name) => {
  const tables = await probe.openTables(join(folder, name, 'tables'))
  expect(answers.length).toBeGreaterThan(0.9 * Number(POSITIONS))
  expect(await compare(tables, answers)).toEqual([])
}, 600_000)

test('the programs of the guide run, and print what it says', async () => {
  const guide = readFileSync(new URL('../../../../docs/guides/javascript.md', import.meta.url), 'utf8')
  const host = await serve()
  try {
    const printed = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, program], number) => {
      const file = join(folder, `program-${number}.mjs`)
      writeFileSync(file, program.replace('./probe.js', PACKAGE.href).replace('https://host', host.address))
      return promisify(execFile)(process.execPath, [file])
    })
    const [first, second] = await Promise.all(printed)
    expect(first.stdout).toBe(/```text\n(.*?)```/s.exec(guide)?.[1])
    expect(second.stdout).toContain('five')
  } finally {
    close(host)
  }
})

interface Host {
  readonly address: string
  readonly server: Server
}

/** Serves the whole site and the built module, with or without ranges, for pages of any origin or its own. */
async function serve({ ranges = true, others = true } = {}): Promise<Host> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]
    if (others) response.setHeader('Access-Control-Allow-Origin', '*')
    const file = path === '/probe.js' ? fileURLToPath(PACKAGE) : join(folder, 'whole', path)
    if (path === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
    else if (!existsSync(file)) response.writeHead(404).end()
    else {
      const { size } = statSync(file)
      const [, first, last] = (ranges && /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')) || []
      const [start, end] = first ? [Number(first), Number(last)] : [0, size - 1]
      if (path.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript')
      if (first) response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`)
      response.writeHead(first ? 206 : 200, { 'Content-Length': end - start + 1 })
      createReadStream(file, { start, end }).pipe(response)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

function close({ server }: Host): void {
  server.closeAllConnections()
  server.close()
}

/** Asks in a page about a position, by tables at an address; returns the value, or the kind of the error. */
function ask(page: Page, tables: string, [variant, fen]: Answer): Promise<unknown> {
  return page.evaluate(
    async ([address, name, text]) => {
      const { openTables } = (globalThis as unknown as { probe: typeof Probe }).probe
      try {
        const { result, plies } = await (await openTables(address)).probe(text, { variant: name })
        return [result, plies]
      } catch (error) {
        return (error as Probe.TablesError).kind
      }
    },
    [tables, variant, fen],
  )
}

test('Chromium reads the site, and tells hosts that cannot be read apart', async () => {
  const hosts = [await serve(), await serve({ ranges: false }), await serve({ others: false })]
  const [host, withoutRanges, forItself] = hosts
  const context = await openContext({})
  try {
    const page = await context.newPage()
    await page.goto(host.address)
    const asked = answers.filter((_, place) => place % 500 === 7)
    for (const answer of asked) expect(await ask(page, 'tables/', answer)).toEqual(answer.slice(2, 4))
    const [answer] = asked
    expect(await ask(page, `${host.address}/none/`, answer)).toBe('missing')
    expect(await ask(page, `${withoutRanges.address}/tables/`, answer)).toBe('ranges')
    expect(await ask(page, `${forItself.address}/tables/`, answer)).toBe('origin')
    close(forItself)
    expect(await ask(page, `${forItself.address}/tables/`, answer)).toBe('network')
    const other = await context.newPage()
    await other.goto(withoutRanges.address)
    expect(await ask(other, `${host.address}/tables/`, answer)).toEqual(answer.slice(2, 4))
  } finally {
    await context.close()
    for (const each of hosts) close(each)
  }
})
