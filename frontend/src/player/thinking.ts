/**
 * Runs a search in slices, so that the page stays alive, and rests while the game is paused.
 *
 * One search at a time; a new one replaces the last.
 */

/** A slice ends after this many milliseconds; the page then has its turn. */
const SLICE = 5

interface Job<Result> {
  readonly slices: Generator<undefined, Result>
  /** What came out, once it has. */
  answer?: { readonly result: Result }
  /** Milliseconds that the result is still held back, so that people can follow. */
  delay: number
  readonly done: (result: Result) => void
  readonly failed: (error: unknown) => void
}

export class Thinking<Result> {
  private job: Job<Result> | null = null
  private timer: number | undefined
  private begun = 0
  private isPaused = true

  /** Whether a search is under way or rests. */
  get isBusy(): boolean {
    return this.job !== null
  }

  /** Searches; answers not before `delay` milliseconds have passed. */
  begin(
    slices: Generator<undefined, Result>,
    delay: number,
    done: (result: Result) => void,
    failed: (error: unknown) => void,
  ): void {
    this.cancel()
    this.job = { slices, delay, done, failed }
    if (!this.isPaused) this.schedule(this.job)
  }

  /** Drops the search. */
  cancel(): void {
    clearTimeout(this.timer)
    this.job = null
  }

  /** Rests; the search stays where it is. */
  pause(): void {
    if (this.isPaused) return
    this.isPaused = true
    clearTimeout(this.timer)
    if (this.job) this.job.delay -= performance.now() - this.begun
  }

  /** Goes on. */
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
      searchOnce(job)
    } catch (error) {
      this.job = null
      job.failed(error)
      return
    }
    job.delay = 0
    this.schedule(job) // the answer, too, gets a moment of its own
  }
}

/** Searches for one slice of time. */
function searchOnce<Result>(job: Job<Result>): void {
  const end = performance.now() + SLICE
  do {
    const slice = job.slices.next()
    if (slice.done) {
      job.answer = { result: slice.value }
      return
    }
  } while (performance.now() < end)
}

/** Runs a search to its end and lets the page have its turn after each slice. */
export async function inSlices<Result>(
  slices: Generator<undefined, Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE
    do {
      const slice = slices.next()
      if (slice.done) return slice.value
    } while (performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted) throw signal.reason
  }
}
