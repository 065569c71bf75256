/** Texts that cannot be read. */
import type { Language } from '../../bilingual'
import { NotationError } from '../../rules/notation'

/** What `read` returns; if it throws a `NotationError`, what that says. */
export function orFault<Result>(language: Language, read: () => Result): Result | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotationError) return error.say(language)
    throw error
  }
}
