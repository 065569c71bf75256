/**
 * `probe.js` as it is built, in Node, Deno and Chromium, over sites that the Python package has written: every answer
 * equals that of Python's tables. Files come from folders, and from nginx.
 */
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Probe from '../../../src/tables/probe'
import { Nginx } from '../nginx'
import { PROGRAM } from '../server'
import { closeBrowser, openContext } from '../stage'

/** A page with the module, for tests to call. */
const PAGE = '<!doctype html><script type="module">import * as probe from "/probe.js"; globalThis.probe = probe</script>'
const PACKAGE = new URL('../../../../src/merels/site/probe.js', import.meta.url)
const WRITER = fileURLToPath(new URL('../../../../tests/programs/static_site.py', import.meta.url))
const COMPARER = fileURLToPath(new URL('../../../../tests/programs/compare_site.py', import.meta.url))
const DENO = process.env.DENO ?? fileURLToPath(new URL('../../../node_modules/@deno/linux-x64-glibc/deno', import.meta.url))
/** How many positions are compared; `make soak` compares more. */
const POSITIONS = process.env.POSITIONS ?? '2000'

/** Variant, FEN, result and plies; of some, the moves with theirs. */
type Answer = [string, string, Probe.Result, number | null, [string, Probe.Result, number | null][]?]

let folder: string
let answers: Answer[]
let probe: typeof Probe
let host: Nginx

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'merels-site-'))
  const { status, stderr } = spawnSync(join(dirname(PROGRAM), 'python'), [WRITER, folder, POSITIONS], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  answers = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as Answer[]
  probe = (await import(PACKAGE.href)) as typeof Probe
  const whole = join(folder, 'whole')
  copyFileSync(PACKAGE, join(whole, 'probe.js'))
  writeFileSync(join(whole, 'index.html'), PAGE)
  host = await Nginx.start({ sites: { '/': whole }, isOpen: true })
})

afterAll(async () => {
  await host.stop()
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

test('the module takes less than 30 KB on its way', () => {
  expect(gzipSync(readFileSync(PACKAGE)).length).toBeLessThan(30_000)
})

test.each(['whole', 'small'])('the %s site has the values of Python', async (name) => {
  const tables = await probe.openTables(join(folder, name, 'tables'))
  expect(answers.length).toBeGreaterThan(0.9 * Number(POSITIONS))
  await expect(compare(tables, answers)).resolves.toEqual([])
})

test('requests for the moves of a position go out together: first all pages and models', async () => {
  const variant = 'five'
  const fen = '@@******/*O*O**** w p p 2 3 2 3 0 0 0 0 0 0 0 4 3' // some moves capture
  const files = probe.readerOf(join(folder, 'whole', 'tables'))
  const asked: string[] = []
  let answer = Promise.resolve()
  const tables = await probe.openTables({
    async read(path, start, end) {
      asked.push(path)
      await answer
      return files.read(path, start, end)
    },
  })
  await tables.list(variant)
  asked.length = 0
  let release = (): void => undefined
  answer = new Promise((resolve) => {
    release = resolve
  })
  const rated = tables.rate(fen, { variant })
  await new Promise(setImmediate)
  const first = asked.splice(0)
  release()
  await rated
  expect(new Set(first.filter((path) => path.endsWith('.mst'))).size).toBeGreaterThan(1)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((path) => !first.includes(path) || path.endsWith('.model'))).toEqual([]) // blocks alone are left
})

test('values and moves are those that `merels probe --json` prints', () => {
  const python = join(dirname(PROGRAM), 'python')
  const { stdout, stderr } = spawnSync(python, [COMPARER, join(folder, 'whole'), join(folder, 'solved'), '50'], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^50 positions of \d+ tables, with all moves: 0 differ\n$/), ''])
})

/** Runs a program with the module beside it; returns what it prints. */
async function run(engine: 'node' | 'deno', text: string, ...permissions: string[]): Promise<string> {
  const file = join(mkdtempSync(join(folder, 'program-')), 'program.mjs')
  writeFileSync(file, text)
  copyFileSync(PACKAGE, join(dirname(file), 'probe.js'))
  const settings = { env: { ...process.env, DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' } }
  const [command, options] = engine === 'node' ? [process.execPath, []] : [DENO, ['run', '--no-prompt', ...permissions]]
  return (await promisify(execFile)(command, [...options, file], settings)).stdout
}

test.each(['node', 'deno'] as const)('the programs of the guide run in %s, and print what it says', async (engine) => {
  const guide = readFileSync(new URL('../../../../docs/guides/javascript.md', import.meta.url), 'utf8')
  const programs = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program.replace('https://host', host.address))
  const [first, second] = await Promise.all(programs.map((program) => run(engine, program, '--allow-net')))
  expect(first.replaceAll('"', "'")).toBe(/```text\n(.*?)```/s.exec(guide)?.[1])
  expect(second).toContain('five')
})

test('Deno reads a folder, and has the values of Python', async () => {
  const asked = answers.filter((_, place) => place % 20 === 3).map((answer) => answer.slice(0, 4))
  const program = `
    import { openTables } from './probe.js'
    const tables = await openTables(${JSON.stringify(join(folder, 'small', 'tables'))})
    const values = []
    for (const [variant, fen] of ${JSON.stringify(asked)}) {
      const { result, plies } = await tables.probe(fen, { variant })
      values.push([variant, fen, result, plies])
    }
    console.log(JSON.stringify(values))
  `
  const printed = await run('deno', program, `--allow-read=${folder}`)
  expect(JSON.parse(printed)).toEqual(asked)
})

/** What a harmed file is like. */
const HARM: Readonly<Record<string, (file: string, other: string, chance: number) => void>> = {
  'a changed byte'(file, _, chance) {
    const bytes = readFileSync(file)
    bytes[Math.floor(chance * bytes.length)] ^= 0x55
    writeFileSync(file, bytes)
  },
  'a lost end'(file, _, chance) {
    truncateSync(file, Math.floor(chance * readFileSync(file).length))
  },
  'the content of another file'(file, other) {
    renameSync(file, `${file}.away`)
    renameSync(other, file)
    renameSync(`${file}.away`, other)
  },
}

test.each(Object.keys(HARM))('%s in every file gives errors, never a wrong value', async (harm) => {
  const top = join(folder, 'harmed')
  cpSync(join(folder, 'whole', 'tables'), top, { recursive: true })
  const files = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((each) => /\.(mst|model)$/.test(each)).toSorted()
  for (let place = 0; place + 1 < files.length; place += 2) {
    const [file, other] = [files[place], files[place + 1]].map((each) => join(top, each))
    HARM[harm](file, other, ((place * 7) % 31) / 31)
    if (!harm.includes('another')) HARM[harm](other, file, ((place * 5) % 29) / 29)
  }
  const tables = await probe.openTables(top)
  const kinds = new Map<string, number>()
  for (const [variant, fen, result, plies] of answers.slice(0, 3000)) {
    const kind = await tables.probe(fen, { variant }).then(
      (value) => {
        expect([variant, fen, value.result, value.plies]).toEqual([variant, fen, result, plies])
        return 'right'
      },
      (error: unknown) => (error as Probe.TablesError).kind,
    )
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  rmSync(top, { recursive: true })
  expect([...kinds.keys()].filter((kind) => kind !== 'right' && kind !== 'damaged')).toEqual([])
  expect(kinds.get('damaged')).toBeGreaterThan(100)
})

/** What a question about a position comes to: the value, or the error with the bytes that came before it. */
type Outcome = [Probe.Result, number | null] | { kind: string; message: string; requests: number; bytes: number }

/** Asks about a position, by tables at an address; also in a page, where the function stands alone. */
async function askFor([address, name, text]: readonly [string, string, string], given?: typeof Probe): Promise<Outcome> {
  const { openTables } = given ?? (globalThis as unknown as { probe: typeof Probe }).probe
  let tables: Probe.Tables | null = null
  let before = { requests: 0, bytes: 0 }
  try {
    tables = await openTables(address)
    await tables.list(name)
    before = { ...tables.traffic }
    const { result, plies } = await tables.probe(text, { variant: name })
    return [result, plies]
  } catch (error) {
    const { kind, message } = error as Probe.TablesError
    const { requests, bytes } = tables?.traffic ?? before
    return { kind, message, requests: requests - before.requests, bytes: bytes - before.bytes }
  }
}

test('each of five errors says what to do, in Node and in Chromium, and nothing is downloaded from a host without ranges', async () => {
  const top = join(folder, 'whole')
  const harmed = join(folder, 'cut')
  cpSync(top, harmed, { recursive: true })
  for (const file of readdirSync(harmed, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.mst')) HARM['a changed byte'](join(harmed, file), '', 0)
  }
  const [withoutRanges, damaged, forItself, gone] = await Promise.all([
    Nginx.start({ sites: { '/': top }, hasRanges: false, isOpen: true }),
    Nginx.start({ sites: { '/': harmed }, isOpen: true }),
    Nginx.start({ sites: { '/': top } }),
    Nginx.start({ sites: { '/': top }, isOpen: true }),
  ])
  await gone.pause()
  const context = await openContext({})
  const page = await context.newPage()
  await page.goto(host.address)
  const asked = answers.filter((_, place) => place % 100 === 7)
  const [[variant, fen, result, plies]] = asked
  const troubles = [
    [`${host.address}/none/`, 'missing', 'check the address of the tables'],
    [`${damaged.address}/tables/`, 'damaged', 'copy the file to the host again'],
    [`${withoutRanges.address}/tables/`, 'ranges', 'put the tables on a host that supports ranges'],
    [`${gone.address}/tables/`, 'network', 'check the connection, then try again'],
  ] as const
  try {
    for (const [address, kind, advice] of troubles) {
      const expected = { kind, message: expect.stringContaining(advice) as string }
      const traffic = kind === 'ranges' ? { requests: 1, bytes: 0 } : {}
      for (const outcome of [askFor([address, variant, fen], probe), page.evaluate(askFor, [address, variant, fen] as const)]) {
        await expect(outcome).resolves.toMatchObject({ ...expected, ...traffic })
      }
    }
    const refused = `${forItself.address}/tables/`
    await expect(page.evaluate(askFor, [refused, variant, fen] as const)).resolves.toMatchObject({
      kind: 'origin',
      message: expect.stringContaining('make it send the header "Access-Control-Allow-Origin: *"') as string,
    })
    await expect(askFor([refused, variant, fen], probe)).resolves.toEqual([result, plies]) // only pages are refused
    for (const [name, text, ...value] of asked) {
      await expect(page.evaluate(askFor, [`${host.address}/tables/`, name, text] as const)).resolves.toEqual(value.slice(0, 2))
    }
    await page.goto(forItself.address)
    await expect(page.evaluate(askFor, [`${host.address}/tables/`, variant, fen] as const)).resolves.toEqual([result, plies])
  } finally {
    await context.close()
    await Promise.all([withoutRanges, damaged, forItself, gone].map((each) => each.stop()))
  }
})
