/** Keeps tables on the device: what can be kept, what that takes, fetching and removing it. */
import { fileStem } from '../../core/rules/variant'
import type { FileEntry, Kind, Reader, TableListing, Tables } from '../../tables/api'
import { NetworkError } from '../../tables/errors'
import type { DeviceFiles } from './device-files'
import { GOALS } from './protocol'
import type { Goal, Offer } from './protocol'

/** Bytes of one request: an interrupted one loses at most that. */
const PIECE = 4 * 2 ** 20

/** Hexadecimal digits of a content's SHA-256 in a file's name. */
const NAMED = /([0-9a-f]{16})\.(?:mst|model)$/

const BOOKS = 'data/book/'

/** Where the site has the book of a variant. */
export function bookOf(variant: string): string {
  return `${BOOKS}${fileStem(variant)}.json`
}

/** What the catalog of a variant offers, and how much of it is here; nothing if the site has the variant no more. */
export async function offersOf(tables: Tables, files: DeviceFiles, variant: string): Promise<Offer[]> {
  if (!tables.has(variant)) return []
  const listed = await tables.list(variant)
  const offers = await Promise.all(
    GOALS.map(async (goal) => {
      const wanted = filesFor(goal, listed)
      const sizes = await Promise.all(wanted.map(({ path }) => files.sizeOf(path)))
      return { goal, bytes: sum(wanted.map(({ bytes }) => bytes)), kept: sum(sizes) }
    }),
  )
  return offers.filter(({ bytes }) => bytes > 0)
}

/** The files of a goal; each once, as tables may share a model. */
function filesFor(goal: Goal, listed: readonly TableListing[]): FileEntry[] {
  const kind: Kind = goal === 'results' ? 'wdl' : 'distance'
  const wanted = listed.filter((table) => table.kind === kind && (goal !== 'endgames' || isEndgame(table)))
  const byPath = new Map(wanted.flatMap((table) => table.files.map((file) => [file.path, file])))
  return [...byPath.values()]
}

function isEndgame({ men: [, , ownInHand, enemyInHand] }: TableListing): boolean {
  return ownInHand + enemyInHand === 0
}

/**
 * Fetches what a goal lacks, after deleting what an earlier state of the site has left; `report` is called as it goes on.
 * Aborting pauses: what is here stays.
 */
export async function keepTables(
  tables: Tables,
  files: DeviceFiles,
  web: Reader,
  variant: string,
  goal: Goal,
  signal: AbortSignal,
  report: (offers: readonly Offer[]) => void,
): Promise<Offer[]> {
  const catalogs = new Set(tables.variants.flatMap((each) => tables.catalogs(each)))
  for (const path of [...catalogs].reverse()) { // the list of all variants comes last
    await files.write(path, new Uint8Array(await web.read(path, undefined, undefined, signal)))
  }
  await removeUnnamed(tables, files)
  const offers = await offersOf(tables, files, variant)
  const rest = offers.filter((offer) => offer.goal !== goal)
  const { bytes: total = 0, kept: before = 0 } = offers.find((offer) => offer.goal === goal) ?? {}
  let kept = before
  for (const { path, bytes } of filesFor(goal, await tables.list(variant))) {
    if (await files.find(path)) continue
    const count = (piece: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
      kept += piece.length
      report([{ goal, bytes: total, kept }, ...rest])
      return piece
    }
    await files.complete(path, (start) => fetchPieces(web, path, start, bytes, signal, count), (file) => isRight(path, file, bytes))
  }
  return offersOf(tables, files, variant)
}

async function* fetchPieces(
  web: Reader,
  path: string,
  start: number,
  end: number,
  signal: AbortSignal,
  count: (piece: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let place = start; place < end; place += PIECE) {
    signal.throwIfAborted()
    yield count(new Uint8Array(await web.read(path, place, Math.min(end, place + PIECE), signal)))
  }
}

/** Whether a file has the content that its name promises; of the parts of a split file, each block is checked when it is read. */
async function isRight(path: string, file: File, bytes: number): Promise<boolean> {
  if (file.size !== bytes) return false
  const [, digits] = NAMED.exec(path) ?? []
  if (!digits) return true
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const found = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return found.startsWith(digits)
}

/** Deletes everything of a variant, with what another variant shares with it, and what the site names no more. */
export async function forgetTables(tables: Tables, files: DeviceFiles, variant: string): Promise<Offer[]> {
  const listed = tables.has(variant) ? await tables.list(variant) : []
  const paths = new Set(listed.flatMap((table) => table.files.map(({ path }) => path)))
  await files.retain((path) => !paths.has(path) && path !== bookOf(variant))
  await removeUnnamed(tables, files)
  return offersOf(tables, files, variant)
}

/** Deletes tables, models and catalogs that no catalog of the site names: those of an earlier state. Books stay. */
async function removeUnnamed(tables: Tables, files: DeviceFiles): Promise<void> {
  const named = await Promise.all(
    tables.variants.map(async (variant) => {
      const listed = await tables.list(variant)
      return [...tables.catalogs(variant), ...listed.flatMap((table) => table.files.map(({ path }) => path))]
    }),
  ).catch((error: unknown) => {
    if (error instanceof NetworkError) return null // a catalog that is not on the device; the next time will do
    throw error
  })
  if (!named) return
  const paths = new Set(named.flat())
  await files.retain((path) => paths.has(path) || path.startsWith(BOOKS))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
