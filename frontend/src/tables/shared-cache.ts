/** What was loaded, as far as there is room, and what is being loaded: nobody loads the same thing twice. */

/** Something under way that several callers wait for. It is aborted once nobody waits any more. */
export class Flight<Value> {
  private readonly controller = new AbortController()
  private readonly promise: Promise<Value>
  private waiting = 0

  constructor(load: (signal: AbortSignal) => Promise<Value>) {
    this.promise = load(this.controller.signal)
    this.promise.catch(() => undefined) // whoever waits hears of it
  }

  get isAborted(): boolean {
    return this.controller.signal.aborted
  }

  /** Waits for it, until the signal aborts. */
  join(signal: AbortSignal | undefined): Promise<Value> {
    if (!signal) {
      this.waiting = Infinity
      return this.promise
    }
    signal.throwIfAborted()
    this.waiting++
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error)
        if (--this.waiting === 0) this.controller.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const end = (): void => signal.removeEventListener('abort', leave)
      this.promise.then(resolve, reject).finally(end)
    })
  }
}

export class SharedCache<Value> {
  private readonly kept = new Map<string, Value>() // the one used longest ago comes first
  private readonly flights = new Map<string, Flight<Value>>()
  private size = 0

  constructor(
    private readonly most: number,
    private readonly sizeOf: (value: Value) => number,
  ) {}

  /** What is kept, which counts as used now. */
  peek(key: string): Value | undefined {
    const value = this.kept.get(key)
    if (value !== undefined) {
      this.kept.delete(key)
      this.kept.set(key, value)
    }
    return value
  }

  /** What is kept or on its way; else loads it. */
  async get(key: string, signal: AbortSignal | undefined, load: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    return this.peek(key) ?? this.flightTo(key, load).join(signal)
  }

  /** Whether somebody loads it already. */
  isOnItsWay(key: string): boolean {
    return this.flights.get(key)?.isAborted === false
  }

  private flightTo(key: string, load: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const found = this.flights.get(key)
    if (found && !found.isAborted) return found
    const flight = new Flight(async (signal) => {
      try {
        const value = await load(signal)
        this.keep(key, value)
        return value
      } finally {
        if (this.flights.get(key) === flight) this.flights.delete(key)
      }
    })
    this.flights.set(key, flight)
    return flight
  }

  private keep(key: string, value: Value): void {
    const before = this.kept.get(key)
    if (before !== undefined) this.size -= this.sizeOf(before)
    this.kept.set(key, value)
    this.size += this.sizeOf(value)
    for (const [oldest, least] of this.kept) {
      if (this.size <= this.most) break
      this.kept.delete(oldest)
      this.size -= this.sizeOf(least)
    }
  }
}
