/**
 * Reads static tables for a page: those on the device first, then those of the site. In a worker, since decoding takes
 * milliseconds, and since only workers may write large files.
 */
import type { Reader, Tables } from '../../tables/api'
import { MissingTableError, NetworkError, TablesError } from '../../tables/errors'
import { readerOf, stackReaders } from '../../tables/reader'
import { openTables } from '../../tables/tables'
import { rateByBook } from './book'
import type { BookDocument } from './book'
import { DeviceFiles } from './device-files'
import { bookOf, forgetTables, keepTables, offersOf } from './keeping'
import type { Answers, Asked, Question, Said, Trouble } from './protocol'

declare const self: DedicatedWorkerGlobalScope

/** The folder of the app: that of this script is below it. */
const ROOT = new URL('..', self.location.href)
const CONTENTS = 'catalog.json'

const site = readerOf(ROOT)
const web = readerOf(new URL('tables/', ROOT))
const device = DeviceFiles.open(ROOT)

/** Takes files from the device where they are there, but the list of all tables from the site while it answers. */
class SiteReader implements Reader {
  async read(path: string, start?: number, end?: number, signal?: AbortSignal): Promise<Uint8Array> {
    const files = await device
    if (path !== CONTENTS) return stackReaders(files, web).read(path, start, end, signal)
    try {
      return await web.read(path, start, end, signal)
    } catch (error) {
      if (!(error instanceof NetworkError || error instanceof MissingTableError)) throw error
      return files.read(path).catch(() => {
        throw error
      })
    }
  }
}

let opening: Promise<Tables> | null = null

/** Opens the tables once; again if that failed. */
function open(): Promise<Tables> {
  opening ??= openTables(new SiteReader()).catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

/** The books that were read, by variant; null if the site has none. */
const books = new Map<string, BookDocument | null>()

/** The book of a variant, on the device if tables are kept there. */
async function readBook(variant: string, signal: AbortSignal): Promise<BookDocument | null> {
  const read = books.get(variant)
  if (read !== undefined) return read
  try {
    const bytes = await stackReaders(await device, site).read(bookOf(variant), undefined, undefined, signal)
    const book = JSON.parse(new TextDecoder().decode(bytes)) as BookDocument
    books.set(variant, book)
    return book
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof NetworkError)) books.set(variant, null)
    return null // without a connection; tables may be on the device
  }
}

/** Keeps the book on the device, if the site has one. */
async function keepBook(variant: string, signal: AbortSignal): Promise<void> {
  const path = bookOf(variant)
  try {
    await (await device).write(path, new Uint8Array(await site.read(path, undefined, undefined, signal)))
  } catch (error) {
    if (!(error instanceof MissingTableError)) throw error
  }
}

const running = new Map<number, AbortController>()

async function respond(id: number, asked: Question): Promise<void> {
  const stopping = new AbortController()
  running.set(id, stopping)
  const { signal } = stopping
  try {
    post({ id, answer: await answer(id, asked, signal) })
  } catch (error) {
    if (!signal.aborted) post({ id, trouble: troubleOf(error) })
  } finally {
    running.delete(id)
  }
}

async function answer(id: number, asked: Question, signal: AbortSignal): Promise<Answers[Question['kind']]> {
  const { variant } = asked
  if (asked.kind === 'book') {
    const book = await readBook(variant, signal)
    return book && rateByBook(book, asked.fen, variant)
  }
  const tables = await open()
  if (asked.kind === 'rate') return tables.rate(asked.fen, { variant, signal })
  const files = await device
  if (asked.kind === 'offers') return offersOf(tables, files, variant)
  if (asked.kind === 'forget') return forgetTables(tables, files, variant)
  await keepBook(variant, signal)
  return keepTables(tables, files, web, variant, asked.goal, signal, (news) => post({ id, news }))
}

function troubleOf(error: unknown): Trouble {
  const { name = '', message = String(error) } = error instanceof Error ? error : {}
  if (error instanceof TablesError) return { kind: error.kind, message }
  return { kind: name === 'QuotaExceededError' ? 'space' : 'other', message }
}

function post(said: Said): void {
  self.postMessage(said)
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if (data.kind === 'stop') running.get(data.id)?.abort()
  else void respond(data.id, data)
})
