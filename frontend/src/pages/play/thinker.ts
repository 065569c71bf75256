/** The computer's current task: a reply or a hint, one at a time. */
import type { Move } from '../../core/rules/position'
import { Latest } from '../../shell/services/latest'
import type { Server } from '../../shell/services/server'
import type * as Advice from './advice'
import { chooseReply } from './replies'
import type { Waiting } from './replies'
import type { Match } from '../../core/match/match'

export class Thinker extends Latest {
  private isHint = false

  /** Whether it is working on a hint. */
  get isSearching(): boolean {
    return this.isBusy && this.isHint
  }

  /** Chooses the computer's move, with what is loaded if it takes that; `waiting` is called when the server becomes unreachable and when it is back. */
  reply(
    match: Match,
    server: Server,
    done: (move: Move) => void,
    failed: (error: unknown) => void,
    waiting: Waiting,
    load: () => Promise<typeof Advice>,
  ): void {
    this.isHint = false
    this.run((signal) => chooseReply(match, server, signal, (error) => signal.aborted || waiting(error), load), done, failed)
  }

  /** Looks for a move to suggest, with what is loaded for that. */
  suggest(
    match: Match,
    server: Server,
    load: () => Promise<typeof Advice>,
    done: (hint: Advice.Hint) => void,
    failed: (error: unknown) => void,
  ): void {
    this.isHint = true
    this.run(async (signal) => (await load()).suggestMove(match, server, signal), done, failed)
  }
}
