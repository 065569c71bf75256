/** A site in memory: all tables of Three Men's Morris, with made-up values, in very small blocks and pages. */
import { deflateRawSync } from 'node:zlib'
import { VARIANTS } from '../../../src/core/rules/variants'
import { MissingTableError } from '../../../src/tables/errors'
import type { Reader } from '../../../src/tables/api'
import { BoardIndex } from '../../../src/tables/index/table-index'
import { xxh32 } from '../../../src/tables/xxh32'

const BLOCK_SLOTS = 8
const PAGE_BLOCKS = 4
const COLUMNS = 'own enemy own_in_hand enemy_in_hand positions score_bytes file bytes seed model model_bytes model_checksum'

/** The tables of the variant: men on the board, own and enemy, then in hand. */
const TABLES: readonly (number | string | null)[][] = [
  [0, 0, 3, 3],
  [0, 1, 3, 2],
  [1, 1, 2, 2],
  [1, 2, 2, 1],
  [2, 2, 1, 1],
  [2, 3, 1, 0],
  [3, 3, 0, 0],
]

export interface SiteOptions {
  /** Results without distances, too. */
  readonly wdl?: boolean
  /** Bytes of the parts that files are cut into. */
  readonly split?: number
  /** Two bytes a value. */
  readonly wide?: boolean
  /** What the catalog says of the variant besides its usual rules, or in place of them. */
  readonly rules?: object
  /** Tables that are left out, by their men as text. */
  readonly leftOut?: readonly string[]
}

/** The stored value of a slot. */
export function madeUp(slot: number): number {
  return (slot * 5) % 9
}

/** The files of a site by their path below `tables`. */
export function writeSite({ wdl = false, split, wide = false, rules = {}, leftOut = [] }: SiteOptions = {}): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  const index = new BoardIndex(VARIANTS.three.board)
  const rows = (kind: 'distance' | 'wdl'): unknown[] =>
    TABLES.map((men, place) => {
      const { size } = index.table(Number(men[0]), Number(men[1]))
      const scoreBytes = wide && kind === 'distance' ? 2 : 1
      if (leftOut.includes(men.join())) return men.concat(size, scoreBytes, null, 0, 0, null, 0, 0)
      const seed = 1000 * place + (kind === 'wdl' ? 500 : 0)
      const scores = Array.from({ length: size }, (_, slot) => (kind === 'wdl' ? resultOf(madeUp(slot)) : madeUp(slot)))
      const content = writeTable(scores, kind === 'wdl' ? 0 : scoreBytes, seed)
      const file = `three/${men.join('-')}.${kind}.mst`
      const part = split ?? content.length
      for (let start = 0; start < content.length; start += part) {
        files.set(split ? `${file}.${start / part}` : file, content.slice(start, start + part))
      }
      return men.concat(size, scoreBytes, file, content.length, seed, null, 0, 0)
    })
  const catalog = encode({
    format: 'merels-static-tables',
    version: 1,
    name: 'three',
    variant: { name: 'three', men: 3, flying: 'never', placing: 'first', full_board: 'loss', ...rules },
    block_slots: BLOCK_SLOTS,
    page_blocks: PAGE_BLOCKS,
    split: split ?? null,
    columns: COLUMNS.split(' '),
    tables: wdl ? { distance: rows('distance'), wdl: rows('wdl') } : { distance: rows('distance') },
  })
  const entry = { catalog: 'three.json', bytes: catalog.length, checksum: xxh32(catalog, 0) }
  files.set('three.json', catalog)
  files.set('catalog.json', encode({ format: 'merels-static-tables', version: 1, variants: { three: entry } }))
  return files
}

function resultOf(score: number): number {
  return score === 0 ? 0 : score % 2 ? 1 : 2
}

export function encode(document: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document))
}

/** Pages, then blocks; with 0 bytes a value, five results to a byte. */
function writeTable(scores: readonly number[], scoreBytes: 0 | 1 | 2, seed: number): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let first = 0; first < scores.length; first += BLOCK_SLOTS) {
    const slots = scores.slice(first, first + BLOCK_SLOTS)
    const bytes =
      scoreBytes === 2 ? slots.flatMap((score) => [score & 255, score >> 8]) : scoreBytes === 1 ? slots : packResults(slots)
    blocks.push(seal(deflateRawSync(Uint8Array.from(bytes)), (seed + 0x80000000 + blocks.length) >>> 0))
  }
  const pageCount = Math.ceil(blocks.length / PAGE_BLOCKS)
  let start = 10 * pageCount + 2 * blocks.length
  const pages = Array.from({ length: pageCount }, (_, number) => {
    const listed = blocks.slice(number * PAGE_BLOCKS, (number + 1) * PAGE_BLOCKS)
    const page = new DataView(new ArrayBuffer(6 + 2 * listed.length))
    page.setUint32(0, start, true)
    for (const [place, { length }] of listed.entries()) {
      page.setUint16(6 + 2 * place, length, true)
      start += length
    }
    return seal(new Uint8Array(page.buffer), (seed + number) >>> 0)
  })
  return new Uint8Array(Buffer.concat([...pages, ...blocks]))
}

function packResults(slots: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(slots.length / 5) }, (_, byte) =>
    slots.slice(5 * byte, 5 * byte + 5).reduce((sum, result, digit) => sum + result * 3 ** digit, 0),
  )
}

/** Bytes with their checksum at the end. */
function seal(bytes: Uint8Array, seed: number): Uint8Array {
  const sealed = new Uint8Array(bytes.length + 4)
  sealed.set(bytes)
  new DataView(sealed.buffer).setUint32(bytes.length, xxh32(bytes, seed), true)
  return sealed
}

/** What was asked for: a path, and the range if not the whole file. */
export type Request = readonly [path: string, start: number | undefined, end: number | undefined]

/** Reads files in memory, notes what was asked for, and can be told to wait. */
export class MemoryReader implements Reader {
  readonly requests: Request[] = []
  /** Requests that were aborted. */
  readonly aborted: string[] = []
  /** While it is set, nothing is answered. */
  gate: Promise<void> | null = null

  constructor(readonly files: Map<string, Uint8Array>) {}

  async read(path: string, start?: number, end?: number, signal?: AbortSignal): Promise<Uint8Array> {
    this.requests.push([path, start, end])
    signal?.addEventListener('abort', () => this.aborted.push(path))
    await this.gate
    signal?.throwIfAborted()
    const file = this.files.get(path)
    if (!file) throw new MissingTableError(`${path} is not there`)
    return file.slice(start, end)
  }
}
