/** A static site as `merels site` writes it, and nginx, which serves it as any web host would. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROGRAM } from './server'

const NGINX = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx'

/** Milliseconds between two looks whether it answers. */
const PAUSE = 50

export interface WrittenSite {
  readonly folder: string
  /** Writes it again, with other options. */
  update(...options: string[]): void
  remove(): void
}

/** Writes a site with the tables of Six Men's Morris; of Nine Men's Morris it has none. */
export function writeSite(): WrittenSite {
  const top = mkdtempSync(join(tmpdir(), 'merels-site-'))
  const tables = join(top, 'solved')
  const folder = join(top, 'site')
  const update = (...options: string[]): void => run(['site', folder, '--variant', 'six', '--both', '--tables', tables, ...options])
  run(['solve', '--variant', 'six', '--all', '--tables', tables])
  update()
  return { folder, update, remove: () => rmSync(top, { recursive: true, force: true }) }
}

/** Writes endgames of Nine Men's Morris from a folder of tables, without pages. */
export function writeEndgames(tables: string): Omit<WrittenSite, 'update'> {
  const folder = mkdtempSync(join(tmpdir(), 'merels-site-'))
  const program = fileURLToPath(new URL('../../../tests/programs/static_endgames.py', import.meta.url))
  run([program, tables, folder], join(dirname(PROGRAM), 'python'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function run(options: readonly string[], program = PROGRAM): void {
  const { status, stderr, error } = spawnSync(program, options, { encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(`${program} ${options.join(' ')} failed with ${status}: ${stderr}`)
}

/** What a host may be like. */
export interface Hosting {
  /** Folders by path, `/` or below. */
  readonly sites: Readonly<Record<string, string>>
  /** Settings of the server besides. */
  readonly settings?: string
  /** Whether it answers requests for parts of files with these parts. */
  readonly hasRanges?: boolean
  /** Whether pages of other origins may read its files. */
  readonly isOpen?: boolean
}

export class Nginx {
  private constructor(
    private readonly folder: string,
    readonly address: string,
    private program: ChildProcess | null,
  ) {}

  static async start({ sites, settings = '', hasRanges = true, isOpen = false }: Hosting): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'merels-nginx-'))
    const root = sites['/'] ?? join(folder, 'root')
    mkdirSync(join(folder, 'root'))
    for (const [path, site] of Object.entries(sites)) {
      if (path === '/') continue
      mkdirSync(dirname(join(root, path)), { recursive: true })
      symlinkSync(site, join(root, path))
    }
    const port = await findPort()
    const ranges = hasRanges ? '' : 'max_ranges 0;'
    const origins = isOpen ? 'add_header Access-Control-Allow-Origin *;' : ''
    writeFileSync(join(folder, 'nginx.conf'), configuration(folder, root, port, [ranges, origins, settings].join('\n')))
    const nginx = new Nginx(folder, `http://127.0.0.1:${port}`, null)
    await nginx.resume()
    return nginx
  }

  /** Answers again, after `pause`. */
  async resume(): Promise<void> {
    const options = ['-p', this.folder, '-c', join(this.folder, 'nginx.conf'), '-e', join(this.folder, 'error.log')]
    this.program = spawn(NGINX, options, { stdio: 'ignore' })
    for (;;) {
      if (this.program.exitCode !== null) throw new Error(`nginx ended with ${this.program.exitCode}`)
      if (await fetch(this.address).then(() => true, () => false)) return
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }

  /** What it was asked for: paths, with the ranges of parts. */
  get asked(): string[] {
    return readFileSync(join(this.folder, 'access.log'), 'utf8').trimEnd().split('\n')
  }

  /** Answers no more. */
  async pause(): Promise<void> {
    const { program } = this
    this.program = null
    if (!program || program.exitCode !== null) return
    const ended = new Promise((resolve) => program.on('exit', resolve))
    program.kill('SIGTERM')
    await ended
  }

  async stop(): Promise<void> {
    await this.pause()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function configuration(folder: string, root: string, port: number, settings: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`)
  return `
    daemon off;
    master_process off;
    pid ${folder}/pid;
    events {}
    http {
      include /etc/nginx/mime.types;
      default_type application/octet-stream;
      log_format asked '$uri $http_range';
      access_log ${folder}/access.log asked;
      gzip on;
      gzip_types text/css text/javascript application/javascript application/json;
      ${places.join('\n      ')}
      server {
        listen 127.0.0.1:${port};
        root ${root};
        ${settings}
      }
    }
  `
}

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
