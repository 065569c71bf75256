/** An address at which the server can go away, come back, or be replaced by another program. */
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'

/** What answers: the real server, nothing, a server that stays silent, or another program. */
export type Mode = 'merels' | 'away' | 'silent' | 'stranger'

export const STRANGER = 'Another program'

export class Front {
  mode: Mode = 'merels'

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
    if (this.mode === 'merels') passOn(asked, answer)
  }
}

function passOn(asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers } = asked
  const passed = request(inject('site') + url, { method, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 500, given.headers)
    given.pipe(answer)
  })
  answer.on('close', () => passed.destroy())
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}
