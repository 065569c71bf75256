/** Texts that cannot be read. */
import { NotationError } from '../core/rules/notation'
import type { Fault } from '../core/rules/notation'
import { createSay } from '../texts/texts'
import type { Params, Speech } from '../texts/texts'

/** What `read` returns; if it throws a `NotationError`, what that says. */
export function orFault<Result>(speech: Speech, read: () => Result): Result | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotationError) return describeFault(error, speech)
    throw error
  }
}

/** A fault in words. */
export function describeFault({ key, params }: Fault, speech: Speech): string {
  const inWords = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? describeFault(value, speech) : value,
  ])
  return createSay(speech, 'notation')(key, Object.fromEntries(inWords) as Params)
}
