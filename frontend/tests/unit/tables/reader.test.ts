/** Reading over HTTP, from hosts with and without range requests, and from folders. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTables, readerOf, stackReaders } from '../../../src/tables/probe'
import { MemoryReader, writeSite } from './tiny-site'

const OPTIONS = { variant: 'three' }
const START = '*/******** w p p 0 3 0 3 0 0 0 0 0 0 0 0 1'

type Host = (request: IncomingMessage, response: ServerResponse, file: Uint8Array) => void

const files = writeSite()
let host: Host
let server: Server
let address: string
let sent = 0

/** A host that supports ranges. */
const withRanges: Host = ({ headers: { range } }, response, file) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (!first) response.end(file)
  else if (Number(first) >= file.length) response.writeHead(416).end()
  else {
    response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${file.length}` })
    response.end(file.subarray(Number(first), Number(last) + 1))
  }
}

beforeEach(async () => {
  host = withRanges
  server = createServer((request, response) => {
    const file = files.get(decodeURIComponent(request.url ?? '').replace('/site/tables/', ''))
    if (file) host(request, response, file)
    else response.writeHead(404).end('not found')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/site/tables`
})

afterEach(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

test('a host with ranges answers as memory does, and traffic is counted', async () => {
  const tables = await openTables(address)
  const expected = await (await openTables(new MemoryReader(files))).rate(START, OPTIONS)
  expect(await tables.rate(START, OPTIONS)).toEqual(expected)
  expect(tables.traffic.requests).toBe(4) // two catalogs, a page, a block
  const catalogs = (files.get('catalog.json')?.length ?? 0) + (files.get('three.json')?.length ?? 0)
  expect(tables.traffic.bytes).toBeGreaterThan(catalogs)
  expect(tables.traffic.bytes).toBeLessThan(catalogs + 100)
})

test('parts of one file that are read at the same time do not wait for each other in the cache of the browser', async () => {
  const { fetch } = globalThis
  const caches: (RequestCache | undefined)[] = []
  vi.stubGlobal('fetch', (input: URL, init: RequestInit) => {
    caches.push(init.cache)
    return fetch(input, init)
  })
  const reader = readerOf(address)
  const file = [...files.keys()].find((name) => name.endsWith('.mst')) ?? ''
  await Promise.all([reader.read(file, 0, 4), reader.read(file, 4, 8), reader.read('catalog.json')])
  await reader.read(file, 8, 9)
  expect(caches).toEqual(['default', 'no-store', 'no-cache', 'default'])
})

test('a host without ranges is named at the first request, and its answer is not downloaded', async () => {
  host = (_, response, file) => {
    const large = new Uint8Array(50_000_000)
    if (file.length > 2000 || file[0] === 123) response.end(file) // the catalogs
    else {
      response.writeHead(200, { 'Content-Length': large.length })
      response.write(large, () => {
        sent += large.length
      })
    }
  }
  const tables = await openTables(address)
  const { bytes } = tables.traffic
  await expect(tables.probe(START, OPTIONS)).rejects.toMatchObject({ kind: 'ranges', message: expect.stringContaining('127.0.0.1') as string })
  const { requests } = tables.traffic
  await expect(tables.probe(START, OPTIONS)).rejects.toMatchObject({ kind: 'ranges' })
  expect(tables.traffic.requests).toBe(requests) // it is not asked again
  expect(tables.traffic.bytes).toBeLessThan(bytes + 3000)
  expect(sent).toBe(0)
})

test('a host that compresses parts of files is named', async () => {
  const tables = await openTables(address)
  await tables.list('three')
  host = (request, response, file) => {
    response.setHeader('Content-Encoding', 'gzip')
    withRanges(request, response, file)
  }
  await expect(tables.probe(START, OPTIONS)).rejects.toMatchObject({
    kind: 'ranges',
    message: expect.stringContaining('turn compression off') as string,
  })
})

test('a file that is not there, and a folder without tables', async () => {
  await expect(openTables(address.replace('site', 'other'))).rejects.toMatchObject({ kind: 'missing' })
  const tables = await openTables(address)
  await tables.list('three')
  host = (_, response) => response.writeHead(404).end()
  await expect(tables.probe(START, OPTIONS)).rejects.toMatchObject({ kind: 'missing' })
})

test.each([500, 503, 429])('a host that cannot answer now: status %i', async (status) => {
  host = (_, response) => response.writeHead(status).end()
  await expect(openTables(address)).rejects.toMatchObject({ kind: 'network', message: expect.stringContaining(String(status)) as string })
})

test('a network that is gone, before and within an answer', async () => {
  const tables = await openTables(address)
  await tables.list('three')
  host = (_, response) => {
    response.writeHead(206, { 'Content-Length': 100 })
    response.write('half', () => response.destroy())
  }
  await expect(tables.probe(START, OPTIONS)).rejects.toMatchObject({ kind: 'network' })
  server.closeAllConnections()
  server.close()
  await expect(tables.probe(START, OPTIONS)).rejects.toMatchObject({ kind: 'network', message: expect.stringContaining('try again') as string })
})

test('a file that is cut off', async () => {
  const tables = await openTables(address)
  await tables.list('three')
  host = (request, response, file) => withRanges(request, response, file.subarray(0, 3))
  await expect(tables.probe(START, OPTIONS)).rejects.toMatchObject({ kind: 'damaged' })
  host = (request, response) => withRanges(request, response, new Uint8Array())
  await expect(tables.probe(START, OPTIONS)).rejects.toMatchObject({ kind: 'damaged' })
})

test('an aborted question ends its requests', async () => {
  const tables = await openTables(address)
  await tables.list('three')
  const controller = new AbortController()
  const closed = new Promise<void>((resolve) => {
    host = (request) => {
      request.socket.on('close', resolve)
      controller.abort(new Error('enough'))
    }
  })
  await expect(tables.probe(START, { ...OPTIONS, signal: controller.signal })).rejects.toThrow('enough')
  await closed
})

test('a folder, and a stack of a device and a host', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'merels-site-'))
  try {
    for (const [name, content] of files) {
      if (name.includes('0-1-')) continue // of the next table, nothing is on the device
      mkdirSync(join(folder, dirname(name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    const device = await openTables(folder)
    const expected = await (await openTables(address)).probe(START, OPTIONS)
    expect(await device.probe(START, OPTIONS)).toEqual(expected)
    await expect(device.moves(START, OPTIONS)).rejects.toMatchObject({ kind: 'missing' })
    const [here, there] = [readerOf(folder), readerOf(address)]
    const both = await openTables(stackReaders({ read: here.read.bind(here) }, there))
    expect(await both.probe(START, OPTIONS)).toEqual(expected)
    expect(both.traffic.requests).toBe(1) // the list of all tables; what a device gives costs nothing
    await both.moves(START, OPTIONS)
    expect(both.traffic.requests).toBe(3)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
