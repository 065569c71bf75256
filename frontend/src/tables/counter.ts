import type { Traffic } from './api'

/** Counts requests and bytes. */
export class Counter implements Traffic {
  requests = 0
  bytes = 0
}
