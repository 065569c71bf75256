/**
 * Reads static tables for a page: those on the device first, then those of the site. In a worker, since decoding takes
 * milliseconds, and since only workers may write large files.
 */
import { fileStem } from '../../core/rules/variant'
import type { Reader, Tables } from '../../tables/api'
import { MissingTableError, NetworkError, TablesError } from '../../tables/errors'
import { readerOf, stackReaders } from '../../tables/reader'
import { openTables } from '../../tables/tables'
import { rateByBook } from './book'
import type { BookDocument } from './book'
import { DeviceFiles } from './device-files'
import { forgetTables, keepTables, offersOf } from './keeping'
import type { Answers, Asked, Question, Said, Trouble } from './protocol'

declare const self: DedicatedWorkerGlobalScope

/** The folder of the app: that of this script is below it. */
const ROOT = new URL('..', self.location.href)
const CONTENTS = 'catalog.json'

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

async function readBook(variant: string, signal: AbortSignal): Promise<BookDocument | null> {
  const read = books.get(variant)
  if (read !== undefined) return read
  try {
    const response = await fetch(new URL(`data/book/${fileStem(variant)}.json`, ROOT), { signal })
    const book = response.ok ? ((await response.json()) as BookDocument) : null
    books.set(variant, book)
    return book
  } catch {
    signal.throwIfAborted()
    return null // without a connection; tables may be on the device
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
  return keepTables(tables, files, web, variant, asked.goal, signal, (news) => post({ id, news }))
}

function troubleOf(error: unknown): Trouble {
  return { kind: error instanceof TablesError ? error.kind : 'other', message: error instanceof Error ? error.message : String(error) }
}

function post(said: Said): void {
  self.postMessage(said)
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if (data.kind === 'stop') running.get(data.id)?.abort()
  else void respond(data.id, data)
})
