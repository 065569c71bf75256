/** The exact values of positions, read from static files. */
import { count } from '../core/rules/geometry'
import { parseFen } from '../core/rules/notation'
import { formatMove, legalMoves, outcome, sidesOf, successor } from '../core/rules/position'
import type { FenRecord } from '../core/rules/notation'
import type { Position } from '../core/rules/position'
import type { Variant } from '../core/rules/variant'
import type {
  FileEntry,
  Kind,
  Men,
  Options,
  Probe,
  RatedMove,
  Rating,
  Reader,
  TableListing,
  Tables,
  Traffic,
  Value,
} from './api'
import { CONTENTS, nameOf, readCatalog, readContents } from './catalog'
import type { Catalog, Contents, TableEntry } from './catalog'
import { DamagedTableError, MissingTableError, NetworkError } from './errors'
import { Counter } from './counter'
import { readerOf } from './reader'
import { SharedCache } from './shared-cache'
import { TableFiles } from './table-files'
import type { Wanted } from './table-files'
import { LOST, compareValues, valueBefore, valueOfResult, valueOfScore } from './value'

/** Reads a FEN of a variant. */
type ParseFen = (fen: string, variant: Variant) => FenRecord

/**
 * Opens the tables at an address, that of the folder `tables` of a site, or those that a reader reads. `parse` reads the
 * FENs of questions, and says what is wrong with them.
 */
export async function openTables(source: string | URL | Reader, parse: ParseFen = parseFen): Promise<Tables> {
  const reader = typeof source === 'string' || source instanceof URL ? readerOf(source) : source
  const counted = new CountedReader(reader)
  return new StaticTables(counted, await readContents(counted), parse)
}

/** Counts for readers that do not count themselves. */
class CountedReader implements Reader {
  private readonly counter = new Counter()

  constructor(private readonly reader: Reader) {}

  get traffic(): Traffic {
    return this.reader.traffic ?? this.counter
  }

  async read(path: string, start?: number, end?: number, signal?: AbortSignal): Promise<Uint8Array> {
    const bytes = await this.reader.read(path, start, end, signal)
    this.counter.requests++
    this.counter.bytes += bytes.length
    return bytes
  }
}

/** The variant of questions that name none. */
const USUAL = 'nine'

/** The tables of one variant. */
interface OpenVariant {
  readonly catalog: Catalog
  readonly files: TableFiles
}

/** What is known of a position before any file is read: its value, or where the value is. */
type Question =
  | { readonly value: Value; readonly source: null }
  | { readonly wanted: Wanted; readonly source: 'table' }
  | { readonly moves: readonly Question[]; readonly source: 'ahead' }

/** The tables that catalogs describe, each variant's read when it is first asked for. */
class StaticTables implements Tables {
  private readonly opened = new SharedCache<OpenVariant>(Infinity, () => 0)

  constructor(
    private readonly reader: Reader,
    private contents: Contents,
    private readonly parse: ParseFen,
  ) {}

  get variants(): readonly string[] {
    return [...this.contents.keys()]
  }

  has(variant: string): boolean {
    return this.contents.has(variant)
  }

  get traffic(): Traffic {
    const { requests = 0, bytes = 0 } = this.reader.traffic ?? {}
    return { requests, bytes }
  }

  async list(variant: string, signal?: AbortSignal): Promise<readonly TableListing[]> {
    const { catalog } = await this.open(signal ? { variant, signal } : { variant })
    return catalog.tables.map((entry) => {
      const { own, enemy, ownInHand, enemyInHand, kind, positions } = entry
      const men: Men = [own, enemy, ownInHand, enemyInHand]
      return { name: nameOf(men, kind), men, kind, positions, files: filesOf(entry, catalog.split) }
    })
  }

  catalogs(variant: string): readonly string[] {
    const found = this.contents.get(variant)
    return found ? [CONTENTS, found.catalog] : []
  }

  async probe(fen: string, options: Options = {}): Promise<Probe> {
    const { catalog } = await this.open(options)
    const { position } = this.parse(fen, catalog.variant)
    const [value] = await this.evaluate([position], options)
    return value
  }

  async moves(fen: string, options: Options = {}): Promise<readonly RatedMove[]> {
    return (await this.rate(fen, options)).moves
  }

  async rate(fen: string, options: Options = {}): Promise<Rating> {
    const { variant } = (await this.open(options)).catalog
    const { position } = this.parse(fen, variant)
    return ratePosition(position, (after) => this.evaluate(after, options))
  }

  /** The values of positions. If a file has gone because the site was written anew, those of the new site. */
  private async evaluate(positions: readonly Position[], options: Options): Promise<Probe[]> {
    const tables = await this.open(options)
    const questions = positions.map((position) => question(tables, position, ['distance', 'wdl']))
    try {
      return await answer(tables, questions, options.signal)
    } catch (error) {
      if (error instanceof NetworkError) return this.evaluateRoughly(tables, positions, options, error)
      if (!(error instanceof MissingTableError) || !(await this.hasChanged(options))) throw error
      return this.evaluate(positions, options)
    }
  }

  /** Distances cannot be read now; results may be on the device. */
  private async evaluateRoughly(
    tables: OpenVariant,
    positions: readonly Position[],
    { signal }: Options,
    trouble: NetworkError,
  ): Promise<Probe[]> {
    try {
      const questions = positions.map((position) => question(tables, position, ['wdl']))
      return await answer(tables, questions, signal)
    } catch {
      signal?.throwIfAborted()
      throw trouble
    }
  }

  /** Whether the tables of a variant are others than before; from now on, the new ones are read. */
  private async hasChanged({ variant = USUAL }: Options): Promise<boolean> {
    const before = this.contents.get(variant)?.catalog
    this.contents = await readContents(this.reader)
    return before !== this.contents.get(variant)?.catalog
  }

  private open({ variant = USUAL, signal }: Options): Promise<OpenVariant> {
    const file = this.contents.get(variant)
    return this.opened.get(file?.catalog ?? '', signal, async (joint) => {
      if (!file) {
        const others = this.variants.join(', ') || 'no variant'
        throw new MissingTableError(`there are no tables of "${variant}" here; there are tables of ${others}`)
      }
      const catalog = await readCatalog(this.reader, variant, file, joint)
      return { catalog, files: new TableFiles(catalog, this.reader) }
    })
  }
}

/** Rates a position and its moves by the values of the positions after them. */
export async function ratePosition(
  position: Position,
  evaluate: (after: readonly Position[]) => Promise<readonly Probe[]>,
): Promise<Rating> {
  const end = valueAtEnd(position)
  if (end) return { ...end, source: null, moves: [] }
  const legal = legalMoves(position)
  const values = await evaluate(legal.map((move) => successor(position, move)))
  const moves = values
    .map((value, place) => {
      const { result, plies } = valueBefore(value)
      return { move: formatMove(legal[place], position.variant.board), result, plies, source: value.source }
    })
    .sort(compareValues)
  const [{ result, plies }] = moves
  return { result, plies, source: 'ahead', moves }
}

/** The value of a position that ends the game, for the side to move; null while the game goes on. */
function valueAtEnd(position: Position): Value | null {
  const end = outcome(position)
  if (!end) return null
  if (end.winner === null) return { result: 'draw', plies: null }
  return end.winner === position.turn ? { result: 'win', plies: 0 } : LOST
}

/** Where the value of a position is; of kinds, the first that there is. */
function question(tables: OpenVariant, position: Position, kinds: readonly Kind[]): Question {
  const end = valueAtEnd(position)
  if (end) return { value: end, source: null }
  const ahead = (): Question => ({
    moves: legalMoves(position).map((move) => question(tables, successor(position, move), kinds)),
    source: 'ahead',
  })
  if (position.removing) return ahead()
  const { own, enemy, ownInHand, enemyInHand } = sidesOf(position)
  const men: Men = [count(own), count(enemy), ownInHand, enemyInHand]
  const { catalog, files } = tables
  const entry = kinds.map((kind) => catalog.find(men, kind)).find((each) => each !== null)
  if (!entry) throw missing(men, catalog)
  if (entry.file === null) return ahead()
  const index = files.index.table(entry.own, entry.enemy)
  if (index.size !== entry.positions) {
    throw new DamagedTableError(`the catalog of ${catalog.variant.title} has a wrong size for the table ${nameOf(men)}: write the site again`)
  }
  return { wanted: { entry, slot: index.slotOf(own, enemy) }, source: 'table' }
}

async function answer(tables: OpenVariant, questions: readonly Question[], signal?: AbortSignal): Promise<Probe[]> {
  const wanted: Wanted[] = []
  const collect = (each: Question): void => {
    if (each.source === 'table') wanted.push(each.wanted)
    else if (each.source === 'ahead') each.moves.forEach(collect)
  }
  questions.forEach(collect)
  const stored = await tables.files.read(wanted, signal)
  let next = 0
  const solve = (each: Question): Probe => {
    if (each.source === null) return { ...each.value, source: null }
    if (each.source === 'table') {
      const score = stored[next++]
      return { ...(each.wanted.entry.kind === 'wdl' ? valueOfResult(score) : valueOfScore(score)), source: 'table' }
    }
    const [best] = each.moves.map((move) => valueBefore(solve(move))).sort(compareValues)
    return { ...best, source: 'ahead' }
  }
  return questions.map(solve)
}

function filesOf({ file, bytes, model, modelBytes }: TableEntry, split: number | null): FileEntry[] {
  if (file === null) return []
  const models = model === null ? [] : [{ path: model, bytes: modelBytes }]
  if (split === null) return [...models, { path: file, bytes }]
  const parts = Array.from({ length: Math.ceil(bytes / split) }, (_, part) => ({
    path: `${file}.${part}`,
    bytes: Math.min(split, bytes - part * split),
  }))
  return [...models, ...parts]
}

function missing(men: Men, { variant }: Catalog): MissingTableError {
  return new MissingTableError(
    `the table ${nameOf(men)} of ${variant.title} is not here: ask whoever wrote the site to solve it and to run "merels site" again`,
  )
}
