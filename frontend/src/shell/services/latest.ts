/** A task of which only the latest run counts: another run, or `stop`, cancels the one before. */
export class Latest {
  private current: AbortController | null = null

  get isBusy(): boolean {
    return this.current !== null
  }

  /** Cancels the current run; nothing is called any more. */
  stop(): void {
    this.current?.abort()
    this.current = null
  }

  /** Starts a run; `done` or `failed` is called unless it is cancelled. */
  run<Answer>(
    task: (signal: AbortSignal) => Promise<Answer>,
    done: (answer: Answer) => void,
    failed: (error: unknown) => void,
  ): void {
    this.stop()
    const current = new AbortController()
    this.current = current
    const unlessCancelled = <Result>(tell: (result: Result) => void) => (result: Result): void => {
      if (this.current !== current) return
      this.current = null
      tell(result)
    }
    task(current.signal).then(unlessCancelled(done), unlessCancelled(failed))
  }
}
