/** The static tables of the site, or of this device, as pages ask them. */
import type { FenRecord } from '../../core/rules/notation'
import { formatFen } from '../../core/rules/notation'
import type { ProbeDocument } from '../../generated/api'
import type { Reach } from '../../shell/services/server'
import type { Site } from '../../shell/services/site'
import type { Rating } from '../../tables/api'
import { hasTables, noteKept } from './has-tables'
import { TablesTrouble } from './protocol'
import type { Answers, Asked, Goal, Offer, Question, Said } from './protocol'

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
  readonly report: (news: readonly Offer[]) => void
}

let worker: Worker | null = null
let asked = 0
const waiting = new Map<number, Waiting>()

/**
 * What static files say of a position, in the server's form: the book, the tables on this device, those of the site.
 * Null if none of them has the variant; throws `TablesTrouble`, and when the signal aborts.
 */
export async function probeFiles(
  record: FenRecord,
  { site }: Pick<Reach, 'site'>,
  signal: AbortSignal,
): Promise<ProbeDocument | null> {
  const { variant } = record.position
  return (await probeBook(record, site, signal)) ?? (hasTables(variant, { site }) ? probeTables(record, signal) : null)
}

async function probeTables(record: FenRecord, signal: AbortSignal): Promise<ProbeDocument> {
  const { variant } = record.position
  const fen = formatFen(record)
  return documentOf(fen, variant.name, await ask({ kind: 'rate', fen, variant: variant.name }, signal))
}

async function probeBook(record: FenRecord, site: Site | null, signal: AbortSignal): Promise<ProbeDocument | null> {
  const { variant, whiteInHand, blackInHand } = record.position
  if (2 * variant.men - whiteInHand - blackInHand >= (site?.book_men ?? 0)) return null // a move places one more
  const fen = formatFen(record)
  const rating = await ask({ kind: 'book', fen, variant: variant.name }, signal)
  return rating && documentOf(fen, variant.name, rating, 'book')
}

export function offers(variant: string, signal: AbortSignal): Promise<readonly Offer[]> {
  return ask({ kind: 'offers', variant }, signal)
}

/** Keeps tables on this device; aborting pauses. */
export async function keep(
  variant: string,
  goal: Goal,
  signal: AbortSignal,
  report: (news: readonly Offer[]) => void,
): Promise<readonly Offer[]> {
  noteKept(variant, true)
  await navigator.storage.persist() // so that the browser does not clear it when space is short
  return ask({ kind: 'keep', variant, goal }, signal, report)
}

/** Removes the tables of a variant from this device. */
export async function forget(variant: string, signal: AbortSignal): Promise<readonly Offer[]> {
  const left = await ask({ kind: 'forget', variant }, signal)
  noteKept(variant, false)
  return left
}

function ask<Asking extends Question>(
  question: Asking,
  signal: AbortSignal,
  report: (news: readonly Offer[]) => void = () => undefined,
): Promise<Answers[Asking['kind']]> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const id = asked++
    const stop = (): void => {
      waiting.delete(id)
      post({ id, kind: 'stop' })
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop, { once: true })
    const settle = (end: (result: unknown) => void) => (result: unknown): void => {
      signal.removeEventListener('abort', stop)
      waiting.delete(id)
      end(result)
    }
    waiting.set(id, { resolve: settle((answer) => resolve(answer as Answers[Asking['kind']])), reject: settle(reject), report })
    post({ id, ...question })
  })
}

function post(message: Asked): void {
  worker ??= start()
  worker.postMessage(message)
}

function start(): Worker {
  const started = new Worker(new URL('./tables-worker.ts', import.meta.url), { type: 'module', name: 'tables' })
  started.addEventListener('message', ({ data }: MessageEvent<Said>) => hear(data))
  started.addEventListener('error', ({ message }) => {
    worker = null
    for (const { reject } of waiting.values()) reject(new TablesTrouble({ kind: 'other', message }))
  })
  return started
}

function hear(said: Said): void {
  const asker = waiting.get(said.id)
  if (!asker) return
  if ('news' in said) asker.report(said.news)
  else if ('trouble' in said) asker.reject(new TablesTrouble(said.trouble))
  else asker.resolve(said.answer)
}

/** An answer in the server's form: every value is exact, whether it is stored or follows from stored ones. */
function documentOf(
  fen: string,
  variant: string,
  { result, plies, moves }: Rating,
  source: 'table' | 'book' = 'table',
): ProbeDocument {
  return {
    fen,
    variant,
    source,
    value: { result, plies },
    moves: moves.map((each) => ({
      move: each.move,
      fen: '',
      source: source === 'book' ? source : (each.source ?? source),
      value: { result: each.result, plies: each.plies },
    })),
  }
}
