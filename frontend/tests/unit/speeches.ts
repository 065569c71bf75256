/** The languages that tests read. */
import * as en from '../../src/texts/en'
import * as ja from '../../src/texts/ja'
import type { Speech } from '../../src/texts/texts'
import { NotationError } from '../../src/core/rules/notation'
import { describeFault } from '../../src/ui/faults'

export const ENGLISH: Speech = { language: 'en', texts: en }
export const JAPANESE: Speech = { language: 'ja', texts: ja }

/** What a `NotationError` says; fails if `read` raises none. */
export function complaintOf(read: () => unknown, speech: Speech = ENGLISH): string {
  try {
    read()
  } catch (error) {
    if (error instanceof NotationError) return describeFault(error, speech)
    throw error
  }
  throw new Error('nothing was wrong')
}
