/** An address at which the server can go away, come back, or be replaced by another program. */
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'

/** What answers: the real server, nothing, a server that stays silent, or another program. */
export type Mode = 'merels' | 'away' | 'silent' | 'stranger'

export const STRANGER = 'Another program'

/** What was sent for a request: the bytes of the body as sent, and those of the headers. */
export interface Sent {
  readonly path: string
  readonly status: number
  readonly bytes: number
  readonly headerBytes: number
}

export class Front {
  mode: Mode = 'merels'
  /** Where the files of the pages come from; the API stays the same. */
  files = inject('site')
  /** Files that the server has lost, and files that come from the committed build whatever the others are. */
  lost: RegExp | null = null
  stale: RegExp | null = null
  /** What was sent so far. */
  readonly sent: Sent[] = []

  private constructor(private readonly server: Server) {
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => this.react(asked, answer))
  }

  static async open(): Promise<Front> {
    const server = createServer()
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return new Front(server)
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private react(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.mode === 'away') asked.socket.destroy()
    if (this.mode === 'stranger') answer.setHeader('Content-Type', 'text/html').end(`<h1>${STRANGER}</h1>`)
    if (this.mode !== 'merels') return
    const path = asked.url ?? '/'
    if (this.lost?.test(path)) answer.writeHead(404).end()
    else this.passOn(path, asked, answer)
  }

  private passOn(path: string, asked: IncomingMessage, answer: ServerResponse): void {
    const { method, headers } = asked
    const site = path.startsWith('/api/') || this.stale?.test(path) ? inject('site') : this.files
    const passed = request(site + path, { method, headers }, (given) => {
      const { statusCode: status = 500, rawHeaders } = given
      let bytes = 0
      given.on('data', (part: Buffer) => {
        bytes += part.length
      })
      const headerBytes = rawHeaders.reduce((sum, each) => sum + each.length + 2, 0)
      given.on('end', () => this.sent.push({ path, status, bytes, headerBytes }))
      answer.writeHead(status, given.headers)
      given.pipe(answer)
    })
    answer.on('close', () => passed.destroy())
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  }
}
