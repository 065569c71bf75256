/**
 * Runs a search in slices, so that the page stays responsive, and pauses with the game.
 *
 * There is one search at a time; a new one replaces the last.
 */

/** The length of a slice in milliseconds. */
const SLICE = 5

interface Job<Result> {
  readonly slices: Generator<undefined, Result>
  /** The result, once there is one. */
  answer: { readonly result: Result } | null
  /** How long to hold back the result, in milliseconds, so that people can follow. */
  delay: number
  readonly done: (result: Result) => void
  readonly failed: (error: unknown) => void
}

export class Thinking<Result> {
  private job: Job<Result> | null = null
  private timer: number | undefined
  private begun = 0
  private isPaused = true

  /** Whether a search is running or paused. */
  get isBusy(): boolean {
    return this.job !== null
  }

  /** Starts a search; reports the result after at least `delay` milliseconds. */
  begin(
    slices: Generator<undefined, Result>,
    delay: number,
    done: (result: Result) => void,
    failed: (error: unknown) => void,
  ): void {
    this.cancel()
    this.job = { slices, answer: null, delay, done, failed }
    if (!this.isPaused) this.schedule(this.job)
  }

  /** Cancels the search. */
  cancel(): void {
    clearTimeout(this.timer)
    this.job = null
  }

  /** Pauses the search. */
  pause(): void {
    if (this.isPaused) return
    this.isPaused = true
    clearTimeout(this.timer)
    if (this.job) this.job.delay -= performance.now() - this.begun
  }

  /** Resumes the search. */
  resume(): void {
    if (!this.isPaused) return
    this.isPaused = false
    if (this.job) this.schedule(this.job)
  }

  private schedule(job: Job<Result>): void {
    this.begun = performance.now()
    this.timer = window.setTimeout(() => this.work(job), Math.max(0, job.delay))
  }

  private work(job: Job<Result>): void {
    if (job.answer) {
      this.job = null
      job.done(job.answer.result)
      return
    }
    try {
      job.answer = searchOnce(job.slices)
    } catch (error) {
      this.job = null
      job.failed(error)
      return
    }
    job.delay = 0
    this.schedule(job) // report the result in a task of its own
  }
}

/** Searches for one slice; returns the result once there is one. */
function searchOnce<Result>(slices: Generator<undefined, Result>): { readonly result: Result } | null {
  const end = performance.now() + SLICE
  do {
    const slice = slices.next()
    if (slice.done) return { result: slice.value }
  } while (performance.now() < end)
  return null
}

/** Runs a search to its end, yielding to the page after each slice. */
export async function inSlices<Result>(
  slices: Generator<undefined, Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    const answer = searchOnce(slices)
    if (answer) return answer.result
    await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted) throw signal.reason
  }
}
