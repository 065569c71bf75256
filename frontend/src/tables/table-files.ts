/**
 * Reads values from the files of one variant's tables: pages of the index, models and blocks, each checked before use.
 *
 * Whatever the wanted values need goes out together: first pages and models, then blocks, those that lie side by side
 * as one request.
 */
import type { Reader } from './api'
import type { Catalog, TableEntry } from './catalog'
import { menOf, nameOf } from './catalog'
import { DamagedTableError } from './errors'
import { inflate } from './inflate'
import { decodePacked } from './packed/decoder'
import { LARGEST_MODEL, parseModel } from './packed/model'
import type { Model } from './packed/model'
import { Flight, SharedCache } from './shared-cache'
import { BoardIndex } from './index/table-index'
import { xxh32 } from './xxh32'

/** The bytes of a page besides the sizes: where its first block begins, and its checksum. */
const PAGE_START = 6
const CHECKSUM = 4
/** What the seed of a block is above that of the page with its number. */
const BLOCK_SEED = 0x80000000

/** Blocks that lie no further apart are read at once: a request costs about as many bytes as a gap. */
const LARGEST_GAP = 2048
/** One request reads at most so many bytes. */
const LARGEST_REQUEST = 1 << 18

/** What is kept, in bytes. */
const MOST_PAGES = 2 << 20
const MOST_MODELS = 16 << 20
const MOST_BLOCKS = 16 << 20

/** A value in a file. */
export interface Wanted {
  readonly entry: TableEntry
  readonly slot: number
}

/** Where the blocks of a page are: `starts[i]` to `starts[i + 1]`. */
type Page = Float64Array

/** A block: its bytes without the checksum, and as many values as have been needed so far. */
interface Block {
  readonly data: Uint8Array
  values: Uint8Array | Uint16Array | null
}

interface WantedBlock {
  readonly entry: TableEntry
  readonly number: number
  /** The last value that is wanted of it. */
  last: number
}

export class TableFiles {
  readonly index: BoardIndex
  private readonly pages = new SharedCache<Page>(MOST_PAGES, ({ byteLength }) => byteLength)
  private readonly models = new SharedCache<Model>(MOST_MODELS, ({ weights }) => weights.length)
  private readonly blocks = new SharedCache<Block>(MOST_BLOCKS, ({ data }) => data.length + this.catalog.blockSlots)

  constructor(
    private readonly catalog: Catalog,
    private readonly reader: Reader,
  ) {
    this.index = new BoardIndex(catalog.variant.board)
  }

  /** The stored numbers of positions, in the same order. */
  async read(wanted: readonly Wanted[], signal: AbortSignal | undefined): Promise<number[]> {
    const { blockSlots } = this.catalog
    const needed = new Map<string, WantedBlock>()
    for (const { entry, slot } of wanted) {
      const number = Math.floor(slot / blockSlots)
      const key = blockKey(entry, number)
      const block = needed.get(key)
      const place = slot % blockSlots
      if (block) block.last = Math.max(block.last, place)
      else needed.set(key, { entry, number, last: place })
    }
    const values = await this.decode([...needed.values()], signal)
    return wanted.map(({ entry, slot }) => {
      const block = values.get(blockKey(entry, Math.floor(slot / blockSlots)))
      return block?.[slot % blockSlots] ?? 0
    })
  }

  private async decode(
    needed: readonly WantedBlock[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, Uint8Array | Uint16Array>> {
    const models = new Map<string, Promise<Model>>()
    for (const { entry } of needed) {
      if (entry.model !== null && !models.has(entry.model)) models.set(entry.model, this.model(entry, signal))
    }
    const [blocks] = await Promise.all([this.fetchBlocks(needed, signal), ...models.values()])
    const decoded = new Map<string, Uint8Array | Uint16Array>()
    for (const [place, want] of needed.entries()) {
      const block = blocks[place]
      if (!block.values || block.values.length <= want.last) {
        const model = want.entry.model === null ? null : await models.get(want.entry.model)
        block.values = model ? this.unpack(want, block, model) : await this.inflate(want, block)
      }
      decoded.set(blockKey(want.entry, want.number), block.values)
    }
    return decoded
  }

  private unpack({ entry, number, last }: WantedBlock, block: Block, model: Model): Uint8Array {
    const { own, enemy, ownInHand, enemyInHand } = entry
    const { variant, blockSlots } = this.catalog
    const flies = variant.flying !== 'never'
    const table = {
      index: this.index.table(own, enemy),
      enemies: enemy,
      ownRoams: ownInHand > 0 || (flies && own === 3),
      enemyRoams: enemyInHand > 0 || (flies && enemy === 3),
    }
    // What was decoded before was not enough, so the rest is likely to be wanted as well.
    const values = new Uint8Array(block.values ? this.slotsOf(entry, number) : last + 1)
    decodePacked(table, model, number * blockSlots, block.data, values)
    return values
  }

  private async inflate({ entry, number }: WantedBlock, { data }: Block): Promise<Uint8Array | Uint16Array> {
    const slots = this.slotsOf(entry, number)
    const bytes = entry.kind === 'wdl' ? Math.ceil(slots / 5) : slots * entry.scoreBytes
    const content = await inflate(data, bytes)
    if (content?.length !== bytes) throw damaged(entry, `block ${number}`)
    if (entry.kind === 'wdl') {
      return Uint8Array.from({ length: slots }, (_, slot) => Math.floor(content[Math.floor(slot / 5)] / 3 ** (slot % 5)) % 3)
    }
    if (entry.scoreBytes === 1) return content
    return Uint16Array.from({ length: slots }, (_, slot) => content[2 * slot] | (content[2 * slot + 1] << 8))
  }

  /** The number of slots in a block: the last one has what is left. */
  private slotsOf({ positions }: TableEntry, number: number): number {
    const { blockSlots } = this.catalog
    return Math.min(blockSlots, positions - number * blockSlots)
  }

  private model(entry: TableEntry, signal: AbortSignal | undefined): Promise<Model> {
    const { model: file, modelBytes, modelChecksum, kind } = entry
    return this.models.get(file ?? '', signal, async (joint) => {
      const bytes = await this.readPart(file ?? '', null, 0, modelBytes, joint)
      const content = xxh32(bytes, 0) === modelChecksum ? await inflate(bytes, LARGEST_MODEL) : null
      const model = content && parseModel(content, kind === 'wdl' ? 3 : 256)
      if (!model) throw new DamagedTableError(`${file} is damaged: copy the file to the host again`)
      return model
    })
  }

  /** The wanted blocks; those that are neither kept nor on their way are read. */
  private async fetchBlocks(needed: readonly WantedBlock[], signal: AbortSignal | undefined): Promise<Block[]> {
    const isAbsent = ({ entry, number }: WantedBlock): boolean => {
      const key = blockKey(entry, number)
      return this.blocks.peek(key) === undefined && !this.blocks.isOnItsWay(key)
    }
    const placed = await Promise.all(needed.filter(isAbsent).map((want) => this.place(want, signal)))
    // Somebody else may have begun to read some of them meanwhile; from here on nothing waits until all are on their way.
    const flights = new Map<string, Flight<Map<string, Block>>>()
    for (const request of joinNeighbours(placed.filter(({ want }) => isAbsent(want)))) {
      const flight = new Flight((joint) => this.readBlocks(request, joint))
      for (const { want } of request) flights.set(blockKey(want.entry, want.number), flight)
    }
    return Promise.all(
      needed.map((want) => {
        const key = blockKey(want.entry, want.number)
        return this.blocks.get(key, signal, async (joint) => {
          const flight = flights.get(key)
          // Without a flight, somebody else was reading the block, and has given up meanwhile.
          const blocks = await (flight ? flight.join(joint) : this.readBlocks([await this.place(want, joint)], joint))
          const block = blocks.get(key)
          if (!block) throw damaged(want.entry, `block ${want.number}`)
          return block
        })
      }),
    )
  }

  /** Where a block is in its file. */
  private async place(want: WantedBlock, signal: AbortSignal | undefined): Promise<PlacedBlock> {
    const { pageBlocks } = this.catalog
    const page = await this.page(want.entry, Math.floor(want.number / pageBlocks), signal)
    const place = want.number % pageBlocks
    return { want, start: page[place], end: page[place + 1] }
  }

  private async readBlocks(request: readonly PlacedBlock[], signal: AbortSignal): Promise<Map<string, Block>> {
    const [{ want: { entry }, start }] = request
    const bytes = await this.readPart(entry.file ?? '', entry.bytes, start, request[request.length - 1].end, signal)
    return new Map(
      request.map((block) => {
        const { number } = block.want
        const part = bytes.slice(block.start - start, block.end - start)
        if (!isIntact(part, (entry.seed + BLOCK_SEED + number) >>> 0)) throw damaged(entry, `block ${number}`)
        return [blockKey(entry, number), { data: part.subarray(0, -CHECKSUM), values: null }]
      }),
    )
  }

  private page(entry: TableEntry, number: number, signal: AbortSignal | undefined): Promise<Page> {
    const { pageBlocks, blockSlots } = this.catalog
    const start = number * (PAGE_START + 2 * pageBlocks + CHECKSUM)
    const blocks = Math.min(pageBlocks, Math.ceil(entry.positions / blockSlots) - number * pageBlocks)
    return this.pages.get(`${entry.file} ${number}`, signal, async (joint) => {
      const end = start + PAGE_START + 2 * blocks + CHECKSUM
      const bytes = await this.readPart(entry.file ?? '', entry.bytes, start, end, joint)
      if (!isIntact(bytes, (entry.seed + number) >>> 0)) throw damaged(entry, `page ${number} of its index`)
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      const starts = new Float64Array(blocks + 1)
      starts[0] = view.getUint32(0, true) + view.getUint16(4, true) * 2 ** 32
      for (let block = 0; block < blocks; block++) {
        starts[block + 1] = starts[block] + view.getUint16(PAGE_START + 2 * block, true)
      }
      return starts
    })
  }

  /** Reads a part of a file, which may be cut into several; `bytes` is null for a file that never is. */
  private async readPart(file: string, bytes: number | null, start: number, end: number, signal: AbortSignal): Promise<Uint8Array> {
    const { split } = this.catalog
    if (bytes !== null && (end > bytes || end <= start)) throw new DamagedTableError(`${file} is damaged: copy the file to the host again`)
    if (bytes === null) return this.reader.read(file, undefined, undefined, signal)
    if (split === null) return this.reader.read(file, start, end, signal)
    const parts: Promise<Uint8Array>[] = []
    for (let part = Math.floor(start / split); part * split < end; part++) {
      const first = part * split
      const from = Math.max(start, first) - first
      const to = Math.min(end, first + split) - first
      parts.push(this.reader.read(`${file}.${part}`, from, to, signal))
    }
    const read = await Promise.all(parts)
    if (read.length === 1) return read[0]
    const whole = new Uint8Array(end - start)
    let at = 0
    for (const each of read) {
      whole.set(each, at)
      at += each.length
    }
    return whole
  }
}

interface PlacedBlock {
  readonly want: WantedBlock
  readonly start: number
  readonly end: number
}

/** Blocks of one file that lie side by side, or nearly so, become one request. */
function joinNeighbours(blocks: readonly PlacedBlock[]): PlacedBlock[][] {
  const byPlace = [...blocks].sort(
    (one, two) => compareTexts(one.want.entry.file ?? '', two.want.entry.file ?? '') || one.start - two.start,
  )
  const requests: PlacedBlock[][] = []
  for (const block of byPlace) {
    const request = requests[requests.length - 1]
    const before = request?.[request.length - 1]
    const isNear =
      before?.want.entry === block.want.entry &&
      block.start - before.end <= LARGEST_GAP &&
      block.end - request[0].start <= LARGEST_REQUEST
    if (isNear) request.push(block)
    else requests.push([block])
  }
  return requests
}

function compareTexts(one: string, two: string): number {
  return one < two ? -1 : Number(one > two)
}

function blockKey({ file }: TableEntry, number: number): string {
  return `${file} ${number}`
}

/** Whether bytes end with the checksum of what comes before it. */
function isIntact(bytes: Uint8Array, seed: number): boolean {
  const data = bytes.subarray(0, -CHECKSUM)
  const end = data.length
  const checksum = (bytes[end] | (bytes[end + 1] << 8) | (bytes[end + 2] << 16) | (bytes[end + 3] << 24)) >>> 0
  return bytes.length > CHECKSUM && xxh32(data, seed) === checksum
}

function damaged(entry: TableEntry, part: string): DamagedTableError {
  return new DamagedTableError(
    `${entry.file}: ${part} of the table ${nameOf(menOf(entry))} is damaged: copy the file to the host again`,
  )
}
