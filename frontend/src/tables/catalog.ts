/** Catalogs: which tables a host has, and what is needed to read each. `docs/static-tables.md` describes them. */
import { createGeometry } from '../core/rules/geometry'
import type { Geometry, Point } from '../core/rules/geometry'
import { NINE } from '../core/rules/nine'
import { variantNamed } from '../core/rules/variants'
import type { Flying, FullBoard, Placing, Variant } from '../core/rules/variant'
import type { Kind, Men, Reader } from './api'
import { DamagedTableError, MissingTableError } from './errors'
import { xxh32 } from './xxh32'

/** The list of all tables: the only file that changes under its name. */
export const CONTENTS = 'catalog.json'

const FORMAT = 'merels-static-tables'
const VERSION = 1

/** A table, as the catalog of its variant describes it. */
export interface TableEntry {
  readonly kind: Kind
  /** Men on the board: of the side to move, and of the other side. */
  readonly own: number
  readonly enemy: number
  readonly ownInHand: number
  readonly enemyInHand: number
  readonly positions: number
  /** The bytes of a value: 1 or 2. */
  readonly scoreBytes: number
  /** Null if the table is left out: its values follow by a look ahead. */
  readonly file: string | null
  readonly bytes: number
  /** The seed of the checksums in the file. */
  readonly seed: number
  /** The file of the model that packed blocks are coded by; null if blocks are deflated. */
  readonly model: string | null
  readonly modelBytes: number
  readonly modelChecksum: number
}

/** The tables of a variant. */
export interface Catalog {
  readonly variant: Variant
  readonly blockSlots: number
  /** How many blocks a page of a table's index describes. */
  readonly pageBlocks: number
  /** Files are cut into parts of so many bytes; null if they are whole. */
  readonly split: number | null
  readonly tables: readonly TableEntry[]
  /** The table of given men, exact if there is one. */
  readonly find: (men: Men, kind: Kind) => TableEntry | null
}

interface CatalogFile {
  readonly catalog: string
  readonly bytes: number
  readonly checksum: number
}

/** The variants that a host has tables of, by name. */
export type Contents = ReadonlyMap<string, CatalogFile>

/** Reads what a host has. */
export async function readContents(reader: Reader): Promise<Contents> {
  const bytes = await reader.read(CONTENTS)
  const document = parseJson(bytes) as { format?: unknown; version?: unknown; variants?: Record<string, CatalogFile> } | null
  if (document?.format !== FORMAT || !document.variants) {
    throw new MissingTableError('catalog.json is not a catalog of tables: the address must be that of the folder "tables" of a site')
  }
  checkVersion(document.version)
  return new Map(Object.entries(document.variants))
}

/** Reads the catalog of a variant. */
export async function readCatalog(reader: Reader, name: string, file: CatalogFile, signal: AbortSignal): Promise<Catalog> {
  const bytes = await reader.read(file.catalog, undefined, undefined, signal)
  const document = bytes.length === file.bytes && xxh32(bytes, 0) === file.checksum ? parseJson(bytes) : null
  if (!document) throw new DamagedTableError(`${file.catalog} is damaged: copy the file to the host again`)
  return parseCatalog(name, document as CatalogDocument)
}

interface CatalogDocument {
  readonly version: number
  readonly variant: VariantDocument
  readonly block_slots: number
  readonly page_blocks: number
  readonly split: number | null
  readonly columns: readonly string[]
  readonly tables: Readonly<Partial<Record<Kind, readonly Row[]>>>
}

type Row = readonly (number | string | null)[]

/** As in the header of table files: rules, and of a board that does not ship, points, lines and edges. */
interface VariantDocument {
  readonly name?: string
  readonly men?: number
  readonly flying?: Flying
  readonly placing?: Placing
  readonly full_board?: FullBoard
  readonly title?: string
  readonly points?: string
  readonly parts?: readonly string[]
  readonly lines?: readonly string[]
  readonly edges?: readonly string[]
}

/** The catalog in a document whose checksum is right. */
export function parseCatalog(name: string, document: CatalogDocument): Catalog {
  checkVersion(document.version)
  const { columns, tables: rows } = document
  const places = Object.fromEntries(columns.map((column, place) => [column, place]))
  const entryOf = (kind: Kind, row: Row): TableEntry => {
    const number = (column: string): number => Number(row[places[column]])
    const text = (column: string): string | null => row[places[column]] as string | null
    return {
      kind,
      own: number('own'),
      enemy: number('enemy'),
      ownInHand: number('own_in_hand'),
      enemyInHand: number('enemy_in_hand'),
      positions: number('positions'),
      scoreBytes: number('score_bytes'),
      file: text('file'),
      bytes: number('bytes'),
      seed: number('seed'),
      model: text('model'),
      modelBytes: number('model_bytes'),
      modelChecksum: number('model_checksum'),
    }
  }
  const tables = (['distance', 'wdl'] as const).flatMap((kind) => (rows[kind] ?? []).map((row) => entryOf(kind, row)))
  const byMen = new Map(tables.map((entry) => [nameOf(menOf(entry), entry.kind), entry]))
  return {
    variant: variantOf(name, document.variant),
    blockSlots: document.block_slots,
    pageBlocks: document.page_blocks,
    split: document.split,
    tables,
    find: (men, kind) => byMen.get(nameOf(men, kind)) ?? null,
  }
}

/** What this program knows of rules: by others, a position would have other moves and another value. */
const RULES: Readonly<Partial<Record<string, readonly unknown[]>>> = {
  flying: ['never', 'three-on-board', 'three-in-all'] satisfies Flying[],
  placing: ['first', 'any-turn'] satisfies Placing[],
  full_board: ['loss', 'draw'] satisfies FullBoard[],
  captures: ['at-once'],
  protected: [true],
  several: [false],
  blocked: ['loss'],
  return_ban: [false],
}

/** The other fields; `draw_after` is of played games, and changes no value. */
const FIELDS: ReadonlySet<string> = new Set(['name', 'title', 'men', 'points', 'parts', 'lines', 'edges', 'draw_after'])

function variantOf(name: string, document: VariantDocument): Variant {
  const unknown = Object.entries(document).find(([field, value]) => !FIELDS.has(field) && !RULES[field]?.includes(value))
  if (unknown) throw unreadable(`of "${name}" have a rule ("${unknown[0]}": ${JSON.stringify(unknown[1])})`)
  const { points, title } = document
  const shipped = points === undefined ? variantNamed(document.name ?? name) : null
  const base = shipped ?? (points === undefined ? null : { ...NINE, title: title ?? name, board: boardOf(points, document) })
  if (!base) throw unreadable(`are of the variant "${document.name ?? name}"`)
  const { men = base.men, flying = base.flying, placing = base.placing, full_board: fullBoard = base.fullBoard } = document
  const rules = { men, flying, placing, fullBoard }
  const { unusual, ...usual } = base // of a variant with a rule that these tables do not follow
  const isShipped = base === shipped && !unusual && Object.entries(rules).every(([rule, value]) => base[rule as keyof typeof rules] === value)
  return isShipped ? base : { ...usual, ...rules, name }
}

function unreadable(what: string): MissingTableError {
  return new MissingTableError(`the tables ${what}, which this version of probe.js does not know: use the probe.js beside the tables`)
}

/** A board that does not ship, from the names of its points as a variant's file has them. */
function boardOf(points: string, { parts = [points], lines = [], edges = [] }: VariantDocument): Geometry {
  const names = points.split(' ')
  const numbers = (group: string): Point[] => group.split(' ').map((each) => names.indexOf(each))
  const neighbours = names.map(() => 0)
  const join = (one: Point, two: Point): void => {
    neighbours[one] |= 1 << two
    neighbours[two] |= 1 << one
  }
  for (const [first, second, third] of lines.map(numbers)) {
    join(first, second)
    join(second, third)
  }
  for (const [one, two] of edges.map(numbers)) join(one, two)
  return createGeometry({ names, lines: lines.map(numbers), neighbours, parts: parts.map(numbers) })
}

/** The men of a table. */
export function menOf({ own, enemy, ownInHand, enemyInHand }: TableEntry): Men {
  return [own, enemy, ownInHand, enemyInHand]
}

/** A table as pages and commands name it: `4-3`, or `4-3+5-5` with men in hand. */
export function nameOf([own, enemy, ownInHand, enemyInHand]: Men, kind: Kind = 'distance'): string {
  const hands = ownInHand + enemyInHand ? `+${ownInHand}-${enemyInHand}` : ''
  return `${own}-${enemy}${hands}${kind === 'wdl' ? '.wdl' : ''}`
}

function checkVersion(version: unknown): void {
  if (version === VERSION) return
  throw new MissingTableError(`the tables have version ${String(version)} of their format, this program reads ${VERSION}: use the probe.js beside the tables`)
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
