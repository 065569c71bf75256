/** The link of a page to its game on the server: documents come in, actions go out, each exactly once. */
import { CommandQueue } from './commands'
import type { PlayerAction } from './commands'
import { Connection } from './connection'
import type { Wire } from './connection'
import type { GameDocument } from '../generated/api'
import type { ServerMessage } from './documents'

export interface LinkUser {
  /** A document of the server has come; returns the newest one known. */
  received(game: GameDocument): GameDocument
  /** The server has refused an action for good; `detail` says why, and is empty if the game has gone on meanwhile. */
  refused(action: PlayerAction, detail: string): void
  /** The connection was lost. */
  lost(): void
  /** The connection is back after it was lost. */
  resumed(): void
  /** Something else that the page shows may have changed. */
  changed(): void
}

export class GameLink {
  readonly connection: Connection
  /** Whether the connection was lost and is not back yet. */
  isLost = false
  private readonly queue = new CommandQueue()

  constructor(
    connect: () => Wire,
    secret: () => string | null,
    private game: GameDocument,
    private readonly user: LinkUser,
    isVisible?: () => boolean,
  ) {
    const listener = {
      greeting: () => JSON.stringify({ type: 'hello', secret: secret() }),
      heard: (message: unknown) => this.hear(message as ServerMessage),
      opened: () => this.resume(),
      changed: () => this.statusChanged(),
    }
    this.connection = new Connection(connect, listener, isVisible)
  }

  stop(): void {
    this.connection.stop()
  }

  /** Asks the server for something; without a connection, as soon as there is one. */
  ask(action: PlayerAction): void {
    this.queue.add(action, this.game)
    this.pump()
    this.user.changed()
  }

  /** Whether an action of this type waits for its answer. */
  isAsking(type: PlayerAction['type']): boolean {
    return this.queue.has(type)
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'ack') this.queue.acknowledge(message.seq)
    if (message.type === 'state') this.game = this.user.received(message.game)
    if (message.type === 'refused') {
      const { seq, reason, detail, game } = message
      const isStale = reason === 'stale'
      const refused = this.queue.refuse(seq, isStale, game)
      this.game = this.user.received(game)
      if (refused) this.user.refused(refused, isStale ? '' : detail)
    }
    this.pump()
    this.user.changed()
  }

  /** Sends again what has no answer, over a new connection. */
  private resume(): void {
    const { unanswered } = this.queue
    if (unanswered) this.connection.send(unanswered)
    if (!this.isLost) return
    this.isLost = false
    this.user.resumed()
  }

  private statusChanged(): void {
    if (this.connection.status !== 'lost' || this.isLost) return
    this.isLost = true
    this.user.lost()
  }

  /** Sends the next command, if there is a connection and no other is under way. */
  private pump(): void {
    if (!this.connection.isReady) return
    const command = this.queue.next(this.game)
    if (command) this.connection.send(command)
  }
}
