/** The computer's current task: a reply or a hint, one at a time. */
import type { Move } from '../../../rules/position'
import type { Server } from '../../server'
import { chooseReply, suggestMove } from './replies'
import type { Hint, Waiting } from './replies'
import type { Match } from '../match/match'

export class Thinker {
  private current: AbortController | null = null
  private isHint = false

  /** Whether it is working on a reply or a hint. */
  get isBusy(): boolean {
    return this.current !== null
  }

  /** Whether it is working on a hint. */
  get isSearching(): boolean {
    return this.isBusy && this.isHint
  }

  /** Chooses the computer's move; `waiting` is called when the server becomes unreachable and when it is back. */
  reply(
    match: Match,
    server: Server,
    done: (move: Move) => void,
    failed: (error: unknown) => void,
    waiting: Waiting,
  ): void {
    this.run(
      false,
      (signal) => chooseReply(match, server, signal, (error) => signal.aborted || waiting(error)),
      done,
      failed,
    )
  }

  /** Looks for a move to suggest. */
  suggest(match: Match, done: (hint: Hint) => void, failed: (error: unknown) => void): void {
    this.run(true, (signal) => suggestMove(match, signal), done, failed)
  }

  /** Cancels the current task without a callback. */
  stop(): void {
    this.current?.abort()
    this.current = null
  }

  private run<Answer>(
    isHint: boolean,
    think: (signal: AbortSignal) => Promise<Answer>,
    done: (answer: Answer) => void,
    failed: (error: unknown) => void,
  ): void {
    this.stop()
    const thinking = new AbortController()
    this.current = thinking
    this.isHint = isHint
    const finish = <Result>(tell: (result: Result) => void) => (result: Result): void => {
      if (this.current !== thinking) return
      this.current = null
      tell(result)
    }
    think(thinking.signal).then(finish(done), finish(failed))
  }
}
