/** Catalogs: which tables a host has, and what is needed to read each. `docs/static-tables.md` describes them. */
import { variantNamed } from '../core/rules/variants'
import type { Flying, FullBoard, Placing, Variant } from '../core/rules/variant'
import type { Kind, Men, Reader } from './api'
import { DamagedTableError, MissingTableError } from './errors'
import { xxh32 } from './xxh32'

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
  const bytes = await reader.read('catalog.json')
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

/** As in the header of table files; what it leaves out is as in the variant that ships. */
interface VariantDocument {
  readonly name?: string
  readonly men?: number
  readonly flying?: boolean | string
  readonly placing?: string
  readonly full_board?: string
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

function variantOf(name: string, document: VariantDocument): Variant {
  const shipped = variantNamed(document.name ?? name) ?? variantNamed(name)
  if (!shipped) {
    throw new MissingTableError(`the tables are of the variant "${name}", which this version of probe.js does not know: use a newer one`)
  }
  const { men = shipped.men, flying = shipped.flying, placing = shipped.placing, full_board: full = shipped.fullBoard } = document
  const flies = typeof flying === 'string' ? flying : flying ? 'three-on-board' : 'never'
  const rules = { men, flying: flies as Flying, placing: placing as Placing, fullBoard: full as FullBoard }
  const isShipped = Object.entries(rules).every(([rule, value]) => shipped[rule as keyof typeof rules] === value)
  return isShipped ? shipped : { ...shipped, ...rules, name }
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
