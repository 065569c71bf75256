/**
 * The socket of a game, which comes back by itself.
 *
 * A lost connection is tried again after a quarter of a second, then less and less often, but at least
 * once a second while somebody is looking. A page that comes back to the front, or a device that is
 * online again, does not wait: it takes a new socket at once, because the old one may be dead without
 * knowing it.
 */

/** The part of `WebSocket` that is needed. */
export interface Wire {
  send(text: string): void
  close(code?: number): void
  addEventListener(type: 'open' | 'close', react: () => void): void
  addEventListener(type: 'message', react: (event: { readonly data: unknown }) => void): void
}

export type Status = 'connecting' | 'open' | 'lost'

export interface ConnectionUser {
  /** The first message of every socket. */
  greeting(): string
  /** A message of the server. */
  heard(message: unknown): void
  /** Called before the first message of every socket is heard: from then on messages can be sent. */
  opened(): void
  /** Called when `status` changes. */
  changed(): void
}

const FIRST_DELAY = 250
const LONGEST_DELAY = 1000
/** While nobody is looking. */
const HIDDEN_DELAY = 10_000
/** Silence, in milliseconds, after which a connection counts as dead; the server pings every 15 seconds. */
const SILENCE = 22_000
/** A socket that does not open within this time is given up. */
const PATIENCE = 5000

export class Connection {
  status: Status = 'connecting'
  private wire: Wire | null = null
  private isOpen = false
  private failures = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private watch: ReturnType<typeof setTimeout> | undefined
  private isStopped = false

  constructor(
    private readonly connect: () => Wire,
    private readonly user: ConnectionUser,
    private readonly isVisible: () => boolean = () => document.visibilityState === 'visible',
  ) {
    this.open()
  }

  /** Whether messages can be sent. */
  get isReady(): boolean {
    return this.isOpen
  }

  /** Sends a message, if there is a connection. */
  send(message: unknown): void {
    if (this.isOpen) this.wire?.send(JSON.stringify(message))
  }

  /** Takes a new socket at once. */
  renew(): void {
    if (this.isStopped) return
    this.drop()
    this.failures = 0
    this.open()
  }

  /** Gives the socket up until `renew` or the next attempt. */
  lose(): void {
    if (this.isStopped) return
    this.drop()
    this.set('lost')
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.failures)
    this.failures++
    this.retry = setTimeout(() => this.open(), this.isVisible() ? delay * (0.8 + 0.2 * Math.random()) : HIDDEN_DELAY)
  }

  stop(): void {
    this.isStopped = true
    this.drop()
  }

  private open(): void {
    const wire = this.connect()
    const isCurrent = (): boolean => this.wire === wire
    this.wire = wire
    this.await(PATIENCE)
    wire.addEventListener('open', () => {
      if (!isCurrent()) return
      wire.send(this.user.greeting())
      this.await(SILENCE)
    })
    wire.addEventListener('message', ({ data }) => {
      if (isCurrent()) this.hear(String(data))
    })
    wire.addEventListener('close', () => {
      if (isCurrent()) this.lose()
    })
  }

  private hear(text: string): void {
    this.await(SILENCE)
    const isFirst = !this.isOpen
    this.isOpen = true
    this.failures = 0
    this.set('open')
    if (isFirst) this.user.opened()
    const message = JSON.parse(text) as { type?: unknown; t?: unknown }
    if (message.type === 'ping') this.send({ type: 'pong', t: message.t })
    else this.user.heard(message)
  }

  /** Counts the connection as dead if nothing is heard for some milliseconds. */
  private await(milliseconds: number): void {
    clearTimeout(this.watch)
    this.watch = setTimeout(() => this.lose(), milliseconds)
  }

  private drop(): void {
    clearTimeout(this.retry)
    clearTimeout(this.watch)
    const { wire } = this
    this.wire = null
    this.isOpen = false
    wire?.close()
  }

  private set(status: Status): void {
    if (this.status === status) return
    this.status = status
    this.user.changed()
  }
}

/** Renews a connection whenever the page or the device comes back, until the signal aborts. */
export function keepAwake(connection: Connection, signal: AbortSignal): void {
  const options = { signal }
  addEventListener('online', () => connection.renew(), options)
  addEventListener('offline', () => connection.lose(), options)
  addEventListener('pageshow', ({ persisted }) => persisted && connection.renew(), options)
  let hidden = 0
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hidden = performance.now()
    else if (connection.status !== 'open' || performance.now() - hidden > SLEEP) connection.renew()
  }, options)
}

/** A page that was hidden for longer may have slept. */
const SLEEP = 10_000
