/** Starts `merels serve` for all browser tests, as a user would, and ends it after them. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the app is: `http://127.0.0.1:` and a port. */
    site: string
    /** Its folder of tables: those of up to seven men. */
    tables: string
  }
}

export const PROGRAM = process.env.MERELS ?? new URL('../../../.venv/bin/merels', import.meta.url).pathname

/** Milliseconds that the server may take to start, on a busy machine. */
const PATIENCE = 300_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const tables = mkdtempSync(join(tmpdir(), 'merels-tables-'))
  // Small tables, so that pages have exact values to show: of up to seven men.
  spawnSync(PROGRAM, ['solve', '--men', '7', '--tables', tables])
  const server = startServer(tables, 0)
  project.provide('site', await addressOf(server))
  project.provide('tables', tables)
  return async () => {
    await end(server, 'SIGINT')
    rmSync(tables, { recursive: true, force: true })
  }
}

/** Starts a server on a folder of tables, with games between people beside them. */
function startServer(tables: string, port: number): ChildProcess {
  const options = ['--port', String(port), '--rate', '0', '--places', '2', '--no-solve', '--tables', tables]
  return spawn(PROGRAM, ['serve', ...options, '--database', join(tables, 'games.sqlite'), '--log-level', 'error'])
}

/** A server that can be killed, and started again at the same address with the same games. */
export class MortalServer {
  private constructor(
    private readonly folder: string,
    private server: ChildProcess,
    readonly address: string,
  ) {}

  static async start(): Promise<MortalServer> {
    const folder = mkdtempSync(join(tmpdir(), 'merels-games-'))
    const server = startServer(folder, 0)
    return new MortalServer(folder, server, await addressOf(server))
  }

  /** Ends it without any warning. */
  kill(): Promise<void> {
    return end(this.server, 'SIGKILL')
  }

  async restart(): Promise<void> {
    this.server = startServer(this.folder, Number(new URL(this.address).port))
    await addressOf(this.server)
    await fetch(`${this.address}/api/v1/health`) // it has printed its address, and answers once it has started
  }

  async end(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export interface RunningServer {
  readonly address: string
  stop(): Promise<void>
}

/** A server on a folder of tables whose goals are small enough to be reached within seconds. */
export function serveSmallGoals(tables: string): Promise<RunningServer> {
  return servePython(['settings = Settings(tables=sys.argv[1], rate=0, goal_men=7)'], tables)
}

/** A server that offers the tables of a static site, with others of its own. */
export async function serveSite(site: string, tables: string): Promise<RunningServer> {
  const options = ['--port', '0', '--rate', '0', '--no-solve', '--site', site, '--tables', tables, '--log-level', 'error']
  const server = spawn(PROGRAM, ['serve', ...options, '--database', join(site, 'games.sqlite')])
  return { address: await addressOf(server), stop: () => end(server, 'SIGINT') }
}

/** A server whose pages are those of a folder: another build. */
export function servePages(folder: string): Promise<RunningServer> {
  const lines = [
    'from pathlib import Path',
    'from merels.web import app',
    'from merels.web.http.static_files import Site',
    'app.Site = lambda tables: Site(Path(sys.argv[1]), tables)',
    'settings = Settings(tables=str(Path(sys.argv[1]).parent), rate=0)',
  ]
  return servePython(lines, folder)
}

/** A server whose settings are made by lines of Python, with a folder as their argument. */
async function servePython(lines: readonly string[], folder: string): Promise<RunningServer> {
  const program = [
    'import sys',
    'from merels.web.http.logs import log_settings',
    'from merels.web.server import listen, serve, url_of',
    'from merels.web.http.settings import Settings',
    'listener = listen("127.0.0.1", 0)',
    'print(url_of("127.0.0.1", listener.getsockname()[1]), flush=True)',
    ...lines,
    'serve(listener, settings, 1, log_settings("error"))',
  ].join('\n')
  const server = spawn(join(dirname(PROGRAM), 'python'), ['-c', program, folder])
  return { address: await addressOf(server), stop: () => end(server, 'SIGINT') }
}

/** Sends a signal to a server, and waits until it has ended. */
function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    server.removeAllListeners('exit')
    server.on('exit', () => resolve())
    if (server.exitCode !== null || server.signalCode !== null || !server.kill(signal)) resolve()
  })
}

/** The address that a server prints once it listens. */
export function addressOf(server: ChildProcess, patience = PATIENCE): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`no server in time: ${said}`)), patience)
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (text: Buffer) => {
        said += text.toString()
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
        if (!address) return
        clearTimeout(timer)
        resolve(address)
      })
    }
    server.on('exit', (status) => reject(new Error(`the server ended with ${status}: ${said}`)))
  })
}
