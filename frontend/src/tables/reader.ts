/** Where the files of tables come from: a web host, a folder, or anything that can read parts of files. */
import type { Reader, Traffic } from './api'
import { CONTENTS } from './catalog'
import { Counter } from './counter'
import { CrossOriginError, DamagedTableError, MissingTableError, NetworkError, RangeRequestError } from './errors'
import type { TablesError } from './errors'

/** Reads over HTTP. */
class WebReader implements Reader {
  readonly traffic = new Counter()
  private refusal: RangeRequestError | null = null
  /** Files that are being read through the browser's cache. */
  private readonly underWay = new Set<string>()

  constructor(private readonly base: URL) {}

  async read(path: string, start?: number, end?: number, signal?: AbortSignal): Promise<Uint8Array> {
    // Chromium's cache takes one answer about a file at a time: what is asked meanwhile would wait for it.
    if (this.underWay.has(path)) return this.request(path, start, end, signal, 'no-store')
    this.underWay.add(path)
    try {
      // The list of all tables alone changes under its name.
      return await this.request(path, start, end, signal, path === CONTENTS ? 'no-cache' : 'default')
    } finally {
      this.underWay.delete(path)
    }
  }

  private async request(
    path: string,
    start: number | undefined,
    end: number | undefined,
    signal: AbortSignal | undefined,
    cache: RequestCache,
  ): Promise<Uint8Array> {
    if (this.refusal) throw this.refusal
    const address = new URL(path, this.base)
    const isPart = start !== undefined && end !== undefined
    const init: RequestInit = isPart ? { cache, headers: { Range: `bytes=${start}-${end - 1}` } } : { cache }
    if (signal) init.signal = signal
    this.traffic.requests++
    const response = await this.fetch(address, init)
    try {
      this.check(response, address, isPart ? end - start : null)
    } catch (error) {
      await response.body?.cancel()
      throw error
    }
    const bytes = await this.receive(response, address, signal)
    this.traffic.bytes += bytes.length
    if (isPart && bytes.length !== end - start) throw wrongLength(address.href, bytes.length, end - start)
    return bytes
  }

  private async fetch(address: URL, init: RequestInit): Promise<Response> {
    try {
      return await fetch(address, init)
    } catch {
      init.signal?.throwIfAborted()
      throw (await refusesOthers(address))
        ? new CrossOriginError(
            `${address.origin} does not let pages of ${location.origin} read ${address.href}: make it send the header ` +
              '"Access-Control-Allow-Origin: *", or put page and tables on one host',
          )
        : unreachable(address)
    }
  }

  private check({ status, headers }: Response, address: URL, wanted: number | null): void {
    if (status === 404 || status === 410 || status === 403) {
      throw new MissingTableError(
        `${address.href} is not there (status ${status}): check the address of the tables, and that the folder was copied as a whole`,
      )
    }
    if (status === 416) throw wrongLength(address.href, 0, wanted ?? 0)
    if (status !== 200 && status !== 206) {
      throw new NetworkError(`${address.host} cannot answer now (status ${status} for ${address.href}): try again later`)
    }
    if (wanted === null) return
    if (status === 200 && Number(headers.get('Content-Length')) !== wanted) {
      throw this.refuse(`${address.host} ignores range requests, so it would send all of ${address.href}: put the tables on a host that supports ranges`)
    }
    if (headers.get('Content-Encoding')) { // of a part of what is compressed, nothing can be read
      throw this.refuse(`${address.host} compresses ${address.href}, whose parts cannot be read then: turn compression off for files of tables`)
    }
  }

  /** The error that answers this request and all others. */
  private refuse(message: string): RangeRequestError {
    this.refusal = new RangeRequestError(message)
    return this.refusal
  }

  private async receive(response: Response, address: URL, signal: AbortSignal | undefined): Promise<Uint8Array> {
    try {
      return new Uint8Array(await response.arrayBuffer())
    } catch {
      signal?.throwIfAborted()
      throw unreachable(address)
    }
  }
}

function wrongLength(file: string, bytes: number, wanted: number): DamagedTableError {
  return new DamagedTableError(`${file} has another length: ${bytes} bytes came instead of ${wanted}; copy the file to the host again`)
}

function unreachable(address: URL): NetworkError {
  return new NetworkError(`${address.host} cannot be reached: check the connection, then try again`)
}

/** Whether a host that a page could not read from answers all the same: then it refuses pages of other origins. */
async function refusesOthers(address: URL): Promise<boolean> {
  if (typeof location === 'undefined' || address.origin === location.origin) return false
  try {
    await fetch(address, { method: 'HEAD', mode: 'no-cors', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

interface FileSystem {
  open(file: URL): Promise<{
    stat(): Promise<{ readonly size: number }>
    read(buffer: Uint8Array, options: { position: number }): Promise<{ readonly bytesRead: number }>
    close(): Promise<void>
  }>
}

/** Reads a folder, in Node and Deno. */
class FolderReader implements Reader {
  readonly traffic = new Counter()

  constructor(private readonly base: URL) {}

  async read(path: string, start?: number, end?: number): Promise<Uint8Array> {
    const name = 'node:fs/promises' // in a variable, so that bundlers for browsers leave it alone
    const { open } = (await import(/* @vite-ignore */ name)) as FileSystem
    const address = new URL(path, this.base)
    const file = await open(address).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'ENOENT') throw error
      throw new MissingTableError(`${address.href} is not there: check the folder of the tables, and that it is complete`)
    })
    try {
      const from = start ?? 0
      const bytes = new Uint8Array((end ?? (await file.stat()).size) - from)
      const { bytesRead } = await file.read(bytes, { position: from })
      this.traffic.requests++
      this.traffic.bytes += bytesRead
      if (bytesRead !== bytes.length) throw wrongLength(address.href, bytesRead, bytes.length)
      return bytes
    } finally {
      await file.close()
    }
  }
}

class StackedReader implements Reader {
  constructor(private readonly readers: readonly Reader[]) {}

  /** That of the readers that count. */
  get traffic(): Traffic {
    const total = new Counter()
    for (const { traffic } of this.readers) {
      total.requests += traffic?.requests ?? 0
      total.bytes += traffic?.bytes ?? 0
    }
    return total
  }

  async read(path: string, start?: number, end?: number, signal?: AbortSignal): Promise<Uint8Array> {
    let missing: TablesError = new MissingTableError(`there is no reader to read ${path} from`)
    const isContents = path === CONTENTS
    for (const reader of isContents ? [...this.readers].reverse() : this.readers) {
      try {
        return await reader.read(path, start, end, signal)
      } catch (error) {
        if (!(error instanceof MissingTableError || (isContents && error instanceof NetworkError))) throw error
        missing = error
      }
    }
    throw missing
  }
}

/**
 * A reader that asks several in turn: what the first lacks is read from the next. The list of all tables, which alone
 * changes under its name, is that of the last one that can be reached.
 */
export function stackReaders(...readers: readonly Reader[]): Reader {
  return new StackedReader(readers)
}

/** The reader of an address: relative to the page in browsers, else a folder if it names no scheme. */
export function readerOf(address: string | URL): Reader {
  const url = new URL(String(address).replace(/\/?$/, '/'), baseAddress())
  return url.protocol === 'file:' ? new FolderReader(url) : new WebReader(url)
}

function baseAddress(): string {
  const { document } = globalThis as { readonly document?: { readonly baseURI: string } }
  if (document) return document.baseURI
  if (typeof location !== 'undefined') return location.href
  const { process } = globalThis as unknown as { process: { cwd(): string } }
  return `file://${process.cwd()}/`
}
