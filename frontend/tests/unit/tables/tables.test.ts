/** Reading values, requests, caches and damage, over a site in memory. */
import { beforeEach, describe, expect, test } from 'vitest'
import { parseFen } from '../../../src/core/rules/notation'
import { formatMove, legalMoves, outcome, sidesOf, successor } from '../../../src/core/rules/position'
import type { Position } from '../../../src/core/rules/position'
import { VARIANTS } from '../../../src/core/rules/variants'
import { BoardIndex } from '../../../src/tables/index/table-index'
import { count } from '../../../src/core/rules/geometry'
import { parseCatalog } from '../../../src/tables/catalog'
import { FenError, NetworkError, openTables, stackReaders } from '../../../src/tables/probe'
import type { RatedMove, Tables, Value } from '../../../src/tables/probe'
import { compareValues, valueBefore, valueOfScore } from '../../../src/tables/value'
import { xxh32 } from '../../../src/tables/xxh32'
import { MemoryReader, encode, madeUp, writeSite } from './tiny-site'

const OPTIONS = { variant: 'three' }
const START = '*/******** w p p 0 3 0 3 0 0 0 0 0 0 0 0 1'
/** All men on the board, and moves that close no mill. */
const MOVING = '*/O@*@O*@O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1'

const index = new BoardIndex(VARIANTS.three.board)

/** What the site stores for a position. */
function stored(position: Position): Value {
  if (outcome(position)) return { result: 'loss', plies: 0 }
  const { own, enemy } = sidesOf(position)
  return valueOfScore(madeUp(index.table(count(own), count(enemy)).slotOf(own, enemy)))
}

function expectedMoves(fen: string): RatedMove[] {
  const { position } = parseFen(fen, VARIANTS.three)
  return legalMoves(position)
    .map((move) => {
      const after = successor(position, move)
      const { result, plies } = valueBefore(stored(after))
      return { move: formatMove(move, VARIANTS.three.board), result, plies, source: outcome(after) ? null : 'table' } as const
    })
    .sort(compareValues)
}

let reader: MemoryReader
let tables: Tables

beforeEach(async () => {
  reader = new MemoryReader(writeSite())
  tables = await openTables(reader)
})

describe('values', () => {
  test.each([START, MOVING])('of %s', async (fen) => {
    const { position } = parseFen(fen, VARIANTS.three)
    expect(await tables.probe(fen, OPTIONS)).toEqual({ ...stored(position), source: 'table' })
    const moves = expectedMoves(fen)
    expect(await tables.moves(fen, OPTIONS)).toEqual(moves)
    const [{ result, plies }] = moves
    expect(await tables.rate(fen, OPTIONS)).toMatchObject({ result, plies, source: 'ahead' })
  })

  test.each([{ split: 7 }, { wide: true }, { split: 1000 }])('are the same with %o', async (options) => {
    const other = await openTables(new MemoryReader(writeSite(options)))
    expect(await other.rate(MOVING, OPTIONS)).toEqual(await tables.rate(MOVING, OPTIONS))
  })

  test('that are left out follow from the moves', async () => {
    const small = await openTables(new MemoryReader(writeSite({ leftOut: ['0,0,3,3'] })))
    const [{ result, plies }] = expectedMoves(START)
    expect(await small.probe(START, OPTIONS)).toEqual({ result, plies, source: 'ahead' })
  })

  test('of a game that is over need no table', async () => {
    const over = 'O/O***@*** b o ? 2 0 1 0 0 0 0 0 0 0 0 0 1'
    const before = tables.traffic
    expect(await tables.rate(over, OPTIONS)).toEqual({ result: 'loss', plies: 0, source: null, moves: [] })
    expect(tables.traffic.requests).toBe(before.requests + 1) // the catalog of the variant
  })

  test('without distances serve where distances cannot be had', async () => {
    const device = writeSite({ wdl: true })
    for (const name of [...device.keys()].filter((each) => each.includes('.distance.'))) device.delete(name)
    const offline = { read: () => Promise.reject(new NetworkError('gone')) }
    const away = await openTables(stackReaders(new MemoryReader(device), offline))
    const { result } = await tables.probe(START, OPTIONS)
    expect(await away.probe(START, OPTIONS)).toEqual({ result, plies: null, source: 'table' })
  })
})

describe('a site that is written anew', () => {
  /** The same site under other names, as after an update. */
  function renamed(): Map<string, Uint8Array> {
    const files = writeSite()
    const entry = new TextDecoder().decode(files.get('catalog.json'))
    const catalog = new TextDecoder().decode(files.get('three.json')).replaceAll('.distance.mst', '.distance2.mst')
    const bytes = new TextEncoder().encode(catalog)
    const { variants: { three }, ...rest } = JSON.parse(entry) as { variants: { three: object } }
    const moved = [...files].filter(([name]) => name.endsWith('.mst')).map(([name, content]) => [name.replace('.distance', '.distance2'), content] as const)
    const described = { ...three, catalog: 'new.json', bytes: bytes.length, checksum: xxh32(bytes, 0) }
    return new Map([...moved, ['new.json', bytes], ['catalog.json', encode({ ...rest, variants: { three: described } })]])
  }

  test('is read anew when its files have other names', async () => {
    const before = await tables.probe(START, OPTIONS)
    reader.files.clear()
    for (const [name, content] of renamed()) reader.files.set(name, content)
    expect(await tables.probe(START, OPTIONS)).toEqual(before)
    expect(await tables.probe(MOVING, OPTIONS)).toMatchObject({ source: 'table' })
    expect(tables.catalogs('three')).toEqual(['catalog.json', 'new.json'])
  })

  test('is preferred to the list on a device, which serves without a network', async () => {
    const network = new MemoryReader(renamed())
    const both = await openTables(stackReaders(reader, network))
    expect(both.catalogs('three')).toEqual(['catalog.json', 'new.json'])
    const offline = { read: () => Promise.reject(new NetworkError('gone')) }
    const alone = await openTables(stackReaders(reader, offline))
    expect(await alone.probe(MOVING, OPTIONS)).toEqual(await both.probe(MOVING, OPTIONS))
  })
})

describe('what there is', () => {
  test('variants', () => {
    expect(tables.variants).toEqual(['three'])
    expect(tables.has('three')).toBe(true)
    expect(tables.has('nine')).toBe(false)
    expect(tables.catalogs('three')).toEqual(['catalog.json', 'three.json'])
  })

  test('tables and their files, which are a complete copy', async () => {
    const split = new MemoryReader(writeSite({ split: 50, wdl: true }))
    const listed = await (await openTables(split)).list('three')
    expect(listed.map(({ name }) => name)).toContain('2-3+1-0')
    expect(listed.map(({ name }) => name)).toContain('3-3.wdl')
    const files = listed.flatMap((table) => table.files)
    const expected = [...split.files].filter(([name]) => name.includes('.mst'))
    expect(files.map(({ path, bytes }) => [path, bytes])).toEqual(expected.map(([name, { length }]) => [name, length]))
  })
})

describe('requests', () => {
  test('of one value: a page and a block; of the next beside it, none', async () => {
    await tables.list('three')
    const before = reader.requests.length
    await tables.probe(MOVING, OPTIONS)
    expect(reader.requests.slice(before).map(([path]) => path)).toEqual(['three/3-3-0-0.distance.mst', 'three/3-3-0-0.distance.mst'])
    await tables.probe(MOVING, OPTIONS)
    expect(reader.requests.length).toBe(before + 2)
    expect(tables.traffic.requests).toBe(reader.requests.length)
  })

  test('of blocks side by side are one', async () => {
    await tables.rate(START, OPTIONS) // nine moves, three of them different
    const blocks = reader.requests.filter(([path]) => path === 'three/0-1-3-2.distance.mst')
    expect(blocks.length).toBe(2)
  })

  test('under way are shared', async () => {
    let open = (): void => undefined
    reader.gate = new Promise((resolve) => {
      open = resolve
    })
    const both = Promise.all([tables.rate(MOVING, OPTIONS), tables.rate(MOVING, OPTIONS), tables.probe(MOVING, OPTIONS)])
    open()
    const [one, two] = await both
    expect(one).toEqual(two)
    const asked = reader.requests.map((request) => request.join(' '))
    expect(asked.length).toBe(new Set(asked).size)
  })

  test('end when nobody waits for them any more', async () => {
    await tables.list('three')
    let open = (): void => undefined
    reader.gate = new Promise((resolve) => {
      open = resolve
    })
    const [first, second] = [new AbortController(), new AbortController()]
    const one = tables.probe(MOVING, { ...OPTIONS, signal: first.signal })
    const two = tables.probe(MOVING, { ...OPTIONS, signal: second.signal })
    await Promise.resolve()
    first.abort(new Error('enough'))
    await expect(one).rejects.toThrow('enough')
    expect(reader.aborted).toEqual([])
    second.abort(new Error('enough as well'))
    await expect(two).rejects.toThrow('enough as well')
    expect(reader.aborted.length).toBe(1)
    open()
    reader.gate = null
    expect(await tables.probe(MOVING, OPTIONS)).toMatchObject({ source: 'table' })
  })

  test('are made again after a failure', async () => {
    const name = 'three/3-3-0-0.distance.mst'
    const file = reader.files.get(name) ?? new Uint8Array()
    reader.files.delete(name)
    await expect(tables.probe(MOVING, OPTIONS)).rejects.toMatchObject({ kind: 'missing' })
    reader.files.set(name, file)
    expect(await tables.probe(MOVING, OPTIONS)).toMatchObject({ source: 'table' })
  })
})

describe('errors', () => {
  test('a missing variant, a missing table and no tables at all', async () => {
    await expect(tables.probe(START)).rejects.toMatchObject({ kind: 'missing', message: expect.stringContaining('"nine"') as string })
    const catalog = JSON.parse(new TextDecoder().decode(reader.files.get('catalog.json'))) as object
    reader.files.set('catalog.json', encode({ ...catalog, format: 'other' }))
    await expect(openTables(reader)).rejects.toMatchObject({ kind: 'missing' })
    reader.files.set('catalog.json', encode({ ...catalog, version: 2 }))
    await expect(openTables(reader)).rejects.toMatchObject({ kind: 'missing', message: expect.stringContaining('version 2') as string })
    reader.files.set('catalog.json', new TextEncoder().encode('<!doctype html>'))
    await expect(openTables(reader)).rejects.toMatchObject({ kind: 'missing' })
    await expect(openTables(new MemoryReader(new Map()))).rejects.toMatchObject({ kind: 'missing' })
  })

  test.each([
    ['captures', 'after-placing'],
    ['protected', false],
    ['several', true],
    ['blocked', 'give-way'],
    ['return_ban', true],
    ['flying', 'two-on-board'],
    ['placing', 'last'],
    ['full_board', 'win'],
    ['a_rule_of_tomorrow', 'never'],
    ['name', 'chess'],
  ])('rules that are not known: %s %s', async (rule, value) => {
    const other = await openTables(new MemoryReader(writeSite({ rules: { [rule]: value } })))
    const advice = expect.stringMatching(`"${rule === 'name' ? value : rule}".*: use the probe.js beside the tables$`) as string
    await expect(other.probe(START, OPTIONS)).rejects.toMatchObject({ kind: 'missing', message: advice })
    await expect(other.list('three')).rejects.toMatchObject({ kind: 'missing' })
  })

  test('usual rules that are named, and draws of played games, change no value', async () => {
    const usual = { captures: 'at-once', protected: true, several: false, blocked: 'loss', return_ban: false, draw_after: ['3-3 10'] }
    const named = await openTables(new MemoryReader(writeSite({ rules: usual })))
    expect(await named.rate(MOVING, OPTIONS)).toEqual(await tables.rate(MOVING, OPTIONS))
  })

  test('a rule that the tables do not follow, of a variant that has it, is left out', () => {
    const variant = { name: 'morabaraba', return_ban: false }
    const catalog = { version: 1, variant, block_slots: 8, page_blocks: 4, split: null, columns: [], tables: {} }
    expect(parseCatalog('morabaraba:return_ban=false', catalog).variant).not.toHaveProperty('unusual')
    expect(VARIANTS.morabaraba).toHaveProperty('unusual')
  })

  test.each(['no FEN', '*/******** w p p 0 3 0 9 0 0 0 0 0 0 0 0 1'])('a text that is not a FEN: %s', async (text) => {
    await expect(tables.probe(text, OPTIONS)).rejects.toThrow(FenError)
    await expect(tables.probe(text, OPTIONS)).rejects.toThrow(`“${text}” is not a FEN: `)
  })

  test('a changed byte anywhere gives an error, or the right value', async () => {
    const expected = await tables.rate(MOVING, OPTIONS)
    let refused = 0
    for (const name of ['three.json', 'three/3-3-0-0.distance.mst']) {
      const intact = reader.files.get(name) ?? new Uint8Array()
      for (let place = 0; place < intact.length; place++) {
        const copy = intact.slice()
        copy[place] ^= 1 << place % 8
        refused += await refusals(name, copy, expected)
      }
    }
    expect(refused).toBeGreaterThan(500)
  })

  test('a file that is cut off, or another one, gives an error', async () => {
    const expected = await tables.rate(MOVING, OPTIONS)
    const name = 'three/3-3-0-0.distance.mst'
    const intact = reader.files.get(name) ?? new Uint8Array()
    const other = writeSite({ wdl: true })
    for (const file of [
      new Uint8Array(),
      intact.slice(0, 150), // pages without blocks
      other.get('three/3-3-0-0.wdl.mst') ?? new Uint8Array(),
      other.get('three/2-3-1-0.distance.mst') ?? new Uint8Array(),
      intact.slice(10), // as if written by a program with other pages
    ]) {
      expect(await refusals(name, file, expected)).toBe(1)
    }
  })

  /** 1 if a changed file is refused as damaged; 0 if the answer is right all the same. */
  async function refusals(name: string, content: Uint8Array, expected: unknown): Promise<number> {
    const changed = await openTables(new MemoryReader(new Map([...reader.files, [name, content]])))
    const answer = await changed.rate(MOVING, OPTIONS).catch((error: unknown) => error)
    if (!(answer instanceof Error)) {
      expect(answer).toEqual(expected)
      return 0
    }
    expect(answer).toMatchObject({ kind: 'damaged', message: expect.stringContaining('copy') as string })
    return 1
  }
})
