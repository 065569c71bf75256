/**
 * What reading static tables costs: `make -C frontend tables SITE=DIR`, with the folder that `merels site` has written.
 *
 * Plays games and explores every step, a position and all its moves: requests and bytes, counted in Node; times in
 * Chromium, on a line of 20 Mbit/s and 40 ms, by what a step had to fetch; and how fast Chromium decodes. A folder without placing tables will do:
 * then games begin with all men on the board.
 */
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { formatFen, parseAlgebraic, startOf } from '../src/core/rules/notation'
import { outcome, successor } from '../src/core/rules/position'
import type { Position } from '../src/core/rules/position'
import { variantNamed } from '../src/core/rules/variants'
import type { Reader, TableListing, Tables } from '../src/tables/api'
import { BoardIndex, depositBits, depositTable, setOfRank } from '../src/tables/index/table-index'
import { readerOf } from '../src/tables/reader'
import type * as Module from '../src/tables/probe'
import { openTables } from '../src/tables/tables'

const [site, variantName = 'nine', gameCount = '10'] = process.argv.slice(2)
const folder = join(site, 'tables')
const variant = variantNamed(variantName) ?? undefined
if (!variant) throw new Error(`${variantName} is not a variant`)
const { board } = variant

const PLIES = 40
const LINE = { latency: 40, downloadThroughput: 20e6 / 8, uploadThroughput: 20e6 / 8, offline: false }
const SLOWDOWN = 4
const BLOCK_SLOTS = 8192
const DECODED = 150

let seed = 31
/** A number below `limit`, the same in every run. */
function choose(limit: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 2 ** 32) * limit)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function share(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, two) => one - two)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function spread(numbers: readonly number[], digits = 1): string {
  return `median ${share(numbers, 0.5).toFixed(digits)}, 90 % ${share(numbers, 0.9).toFixed(digits)}, most ${share(numbers, 1).toFixed(digits)}`
}

const fenOf = (position: Position): string => formatFen({ position, pliesSinceRemoval: 0, moveNumber: 1 })

/** The position of a slot, White to move. */
function positionOf({ men: [own, enemy, ownInHand, enemyInHand] }: TableListing, slot: number): Position {
  const index = indices.table(own, enemy)
  const { orbit, rank } = index.placeOf(slot)
  const white = index.ownMen(orbit)
  const black = depositBits(setOfRank(rank, enemy), depositTable(board.full & ~white))
  return { white, black, whiteInHand: ownInHand, blackInHand: enemyInHand, turn: 0, removing: false, variant: variant ?? start.variant }
}

const indices = new BoardIndex(board)
const { position: start } = startOf(variant)

/** How many bytes of each file are its index, by its path; what a file's first part has, of one that is cut. */
function indexBytes(listed: readonly TableListing[]): Record<string, number> {
  const entries = listed.flatMap(({ files, positions }) => {
    const blocks = Math.ceil(positions / BLOCK_SLOTS)
    const first = files.find(({ path }) => !path.endsWith('.model'))
    return first ? [[first.path, 10 * Math.ceil(blocks / 1024) + 2 * blocks] as const] : []
  })
  return Object.fromEntries(entries)
}

/** Counts what is read, by what it is. */
class Meter implements Reader {
  private readonly reader = readerOf(folder)
  private indexBytes: Record<string, number> = {}
  counts = { model: [0, 0], page: [0, 0], block: [0, 0], catalog: [0, 0] }

  note(listed: readonly TableListing[]): void {
    this.indexBytes = indexBytes(listed)
  }

  async read(path: string, from?: number, to?: number): Promise<Uint8Array> {
    const bytes = await this.reader.read(path, from, to)
    const isPage = (from ?? 0) < (this.indexBytes[path] ?? 0)
    const kind = path.endsWith('.json') ? 'catalog' : path.endsWith('.model') ? 'model' : isPage ? 'page' : 'block'
    this.counts[kind][0]++
    this.counts[kind][1] += bytes.length
    return bytes
  }
}

/** A game: the positions of its plies. Three moves of four are the best, by the tables. */
async function playGame(tables: Tables, from: Position): Promise<string[]> {
  const fens: string[] = []
  let position = from
  while (fens.length < PLIES && !outcome(position)) {
    const fen = fenOf(position)
    const moves = await tables.moves(fen, { variant: variantName }).catch(() => null)
    if (!moves) break // the folder is not complete
    fens.push(fen)
    const [best] = moves
    const equal = moves.filter(({ result, plies }) => result === best.result && plies === best.plies)
    const chosen = choose(4) ? equal : moves
    position = successor(position, parseAlgebraic(chosen[choose(chosen.length)].move, board))
  }
  return fens
}

async function playGames(): Promise<string[][]> {
  const tables = await openTables(folder)
  const listed = (await tables.list(variantName)).filter(({ files, kind }) => files.length && kind === 'distance')
  const hasStart = listed.some(({ men }) => men[0] + men[1] === 0)
  const largest = listed.filter(({ men }) => men[2] + men[3] === 0).sort((one, two) => two.positions - one.positions)
  const games: string[][] = []
  for (let tries = 0; games.length < Number(gameCount) && tries < 10 * Number(gameCount); tries++) {
    const table = largest[choose(Math.min(12, largest.length))]
    const game = await playGame(tables, hasStart ? start : positionOf(table, choose(table.positions)))
    if (game.length) games.push(game)
  }
  say(hasStart ? 'games from the start' : 'games with all men on the board: there are no placing tables')
  say(`games ${games.length}, plies ${games.map(({ length }) => length).join(' ')}`)
  return games
}

/** Bytes that Perfect reads for each of its moves, as White: the values of all moves, from tables alone. */
async function countPerfect(game: readonly string[]): Promise<number[]> {
  const tables = await openTables(folder)
  const read: number[] = []
  for (const fen of game.filter((_, ply) => ply % 2 === 0)) {
    const before = read.length ? tables.traffic.bytes : 0
    await tables.rate(fen, { variant: variantName })
    read.push(tables.traffic.bytes - before)
  }
  return read
}

/** Requests and bytes of games, each from nothing. */
async function countTraffic(games: readonly (readonly string[])[]): Promise<void> {
  const steps: number[][] = []
  const firsts: number[] = []
  const wholes: number[][] = []
  const singles: number[] = []
  const perfect: number[] = []
  for (const game of games) {
    const meter = new Meter()
    const tables = await openTables(meter)
    meter.note(await tables.list(variantName))
    for (const fen of game) {
      const before = structuredClone(meter.counts)
      await tables.rate(fen, { variant: variantName })
      const added = (kind: keyof Meter['counts'], what: 0 | 1): number => meter.counts[kind][what] - before[kind][what]
      steps.push([added('block', 0), added('block', 1), added('page', 0), added('page', 1)])
      if (added('model', 0)) firsts.push((added('model', 1) + added('page', 1)) / added('model', 0))
    }
    const sum = (what: 0 | 1): number => Object.values(meter.counts).reduce((total, each) => total + each[what], 0)
    wholes.push([sum(0), sum(1)])
    const asked = new Meter()
    const fresh = await openTables(asked)
    asked.note(await fresh.list(variantName))
    await fresh.probe(game[choose(game.length)], { variant: variantName })
    singles.push(asked.counts.page[0] + asked.counts.block[0])
    perfect.push(...(await countPerfect(game)))
  }
  const kilobytes = (bytes: readonly number[]): number[] => bytes.map((each) => each / 1000)
  say(`a step, catalogs and models warm: requests ${spread(steps.map(([a, , b]) => a + b), 0)}; KB ${spread(kilobytes(steps.map(([, a, , b]) => a + b)))}`)
  say(`the same, pages of the index warm too: requests ${spread(steps.map(([a]) => a), 0)}; KB ${spread(kilobytes(steps.map(([, a]) => a)))}`)
  say(`one value, model warm: requests ${spread(singles, 0)}`)
  say(`a move of Perfect in a game from nothing, catalogs and models counted: KB mean ${mean(kilobytes(perfect)).toFixed(1)}, ${spread(kilobytes(perfect))}`)
  if (firsts.length) say(`first touch of a table, model and page: KB ${spread(kilobytes(firsts))}`)
  say(`a whole game from nothing, every step explored: requests ${spread(wholes.map(([a]) => a), 0)}; KB ${spread(kilobytes(wholes.map(([, a]) => a)), 0)}`)
}

/** What the guide tells hosts to send with tables. */
const LASTING = { 'Cache-Control': 'public, max-age=31536000, immutable', 'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT', ETag: '"1"' }

/** Serves the folder as a host with ranges does, and probe.js beside it. */
async function serve(): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]
    if (path === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>')
    else if (path === '/probe.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync('../src/merels/site/probe.js'))
    } else {
      const file = join(site, path)
      const { size } = statSync(file)
      const [, first, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
      const [from, to] = first ? [Number(first), Number(last)] : [0, size - 1]
      const range = first ? { 'Content-Range': `bytes ${from}-${to}/${size}` } : {}
      const kept = path.endsWith('catalog.json') ? {} : LASTING
      response.writeHead(first ? 206 : 200, { 'Content-Length': to - from + 1, ...range, ...kept })
      createReadStream(file, { start: from, end: to }).pipe(response)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** What a page asks for. */
interface Task {
  readonly variant: string
  readonly games: readonly (readonly string[])[]
}

/** What a step had to fetch that later steps beside it find in the cache. */
const FETCHED = ['blocks alone: all else was there', 'a page of an index, too', 'a model or a catalog, too'] as const

/** Times every step of games, each from nothing; steps are told apart by what was in the cache before. */
async function timeSteps(page: Page, games: readonly (readonly string[])[]): Promise<void> {
  const index = indexBytes(await (await openTables(folder)).list(variantName))
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  const times = await page.evaluate(
    async ({ games: asked, variant: name, index: ends }: Task & { index: Record<string, number> }) => {
      const { openTables: open, readerOf: readerAt } = (await import(/* @vite-ignore */ `${location.origin}/probe.js`)) as typeof Module
      const steps: { fetched: 0 | 1 | 2; time: number }[] = []
      for (const game of asked) {
        const web = readerAt('/tables/')
        let fetched: 0 | 1 | 2 = 0
        const tables = await open({
          read(path, from, to, signal) {
            if (from === undefined) fetched = 2
            else if (from < (ends[path] ?? 0) && fetched === 0) fetched = 1
            return web.read(path, from, to, signal)
          },
        })
        for (const fen of game) {
          fetched = 0
          const began = performance.now()
          await tables.rate(fen, { variant: name })
          steps.push({ fetched, time: performance.now() - began })
        }
      }
      return steps
    },
    { games, variant: variantName, index },
  )
  const report = (title: string, which: readonly { readonly time: number }[]): void => {
    if (which.length) say(`a step at 20 Mbit/s and 40 ms, ${title}, in ms: ${spread(which.map(({ time }) => time), 0)} (${which.length} steps)`)
  }
  for (const [kind, title] of FETCHED.entries()) report(title, times.filter(({ fetched }) => fetched === kind))
  report('models warm', times.filter(({ fetched }) => fetched < 2))
  report('all', times)
  await session.detach()
}

/** What `prepare` leaves in a page. */
interface Prepared {
  tables?: Tables
}

/** Loads the files of a table into a page's memory, for a reader of its own. */
function prepare(page: Page, table: TableListing): Promise<void> {
  return page.evaluate(
    async ({ paths, variant: name }) => {
      const { openTables: open } = (await import(/* @vite-ignore */ `${location.origin}/probe.js`)) as typeof Module
      const files = new Map<string, Promise<Uint8Array>>()
      const load = async (path: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(`/tables/${path}`)).arrayBuffer())
      const reader = {
        async read(path: string, from?: number, to?: number): Promise<Uint8Array> {
          const file = files.get(path) ?? load(path)
          files.set(path, file)
          return (await file).slice(from, to)
        },
      }
      for (const path of paths) await reader.read(path)
      const tables = await open(reader)
      await tables.list(name)
      const prepared = globalThis as Prepared
      prepared.tables = tables
    },
    { paths: table.files.map(({ path }) => path), variant: variantName },
  )
}

/** Asks for the last position of whole blocks, so that all of each block is decoded; returns how many positions that are. */
async function decodeBlocks(page: Page, table: TableListing, count: number): Promise<number> {
  const whole = Math.max(1, Math.floor(table.positions / BLOCK_SLOTS))
  const last = Array.from({ length: whole }, (_, block) => Math.min(table.positions, (1 + block) * BLOCK_SLOTS) - 1)
  const chosen = Array.from({ length: Math.min(count, whole) }, () => last.splice(choose(last.length), 1)[0]) // each once: blocks are kept
  const fens = chosen.map((slot) => fenOf(positionOf(table, slot)))
  await page.evaluate(
    async ({ games: [asked], variant: name }: Task) => {
      const { tables } = globalThis as Prepared
      for (const fen of asked) await tables?.probe(fen, { variant: name })
    },
    { games: [fens], variant: variantName },
  )
  return Math.min(table.positions, fens.length * BLOCK_SLOTS)
}

/**
 * Tables in memory: how fast whole blocks are decoded, and how soon the first value of the most men is there. In time of
 * the page's thread, so that other programs count little.
 */
async function timeDecoding(page: Page): Promise<void> {
  const listed = await (await openTables(folder)).list(variantName)
  const stored = listed.filter(({ files, kind }) => files.length && kind === 'distance' && files[files.length - 1].bytes < 300e6)
  const [largest] = [...stored].sort((one, two) => two.positions - one.positions)
  const [mostMen] = [...stored].sort((one, two) => two.men[0] - one.men[0] || one.positions - two.positions)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const threadTime = async (task: () => Promise<void>): Promise<number> => {
    const now = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0
    }
    const began = await now()
    await task()
    return (await now()) - began
  }
  await prepare(page, largest)
  await decodeBlocks(page, largest, 20) // compiles the decoder
  await prepare(page, largest) // forgets what was decoded
  let decoded = 0
  const seconds = await threadTime(async () => {
    decoded = await decodeBlocks(page, largest, DECODED)
  })
  say(`decoding ${largest.name} in Chromium: ${(decoded / seconds / 1e6).toFixed(1)} million positions a second`)
  await page.reload()
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize } = (await session.send('Runtime.getHeapUsage')) as unknown as Record<string, number>
    return (usedSize + backingStorageSize) / 1e6
  }
  await prepare(page, mostMen)
  const before = await heap()
  const memory = await Memory.watch(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const first = await threadTime(async () => void (await decodeBlocks(page, mostMen, 1)))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const peak = memory.growth()
  const grown = (await heap()) - before
  say(
    `first value of ${mostMen.name}, with its orbits, at ${SLOWDOWN} x slowdown: ${(1000 * first).toFixed(0)} ms; ` +
      `the page's process grew by at most ${peak.toFixed(1)} MB, ${grown.toFixed(1)} MB are kept`,
  )
}

/** The memory of the processes that show pages, as Linux counts it: the most since a moment. */
class Memory {
  private constructor(
    private readonly processes: readonly number[],
    private readonly before: number,
  ) {}

  static async watch(page: Page): Promise<Memory> {
    const session = await page.context().browser()?.newBrowserCDPSession()
    const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
    const processes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    for (const id of processes) writeFileSync(`/proc/${id}/clear_refs`, '5') // forgets the most so far
    return new Memory(processes, Memory.read(processes, 'VmRSS'))
  }

  /** By how many megabytes it has been larger than at first. */
  growth(): number {
    return Memory.read(this.processes, 'VmHWM') - this.before
  }

  private static read(processes: readonly number[], name: 'VmRSS' | 'VmHWM'): number {
    const kilobytes = processes.map((id) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]))
    return kilobytes.reduce((sum, each) => sum + each, 0) / 1000
  }
}

const games = await playGames()
await countTraffic(games)
const host = await serve()
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage()
  await page.goto(host.address)
  await timeSteps(page, games)
  await page.goto(host.address)
  await timeDecoding(page)
} finally {
  await browser.close()
  host.close()
}
