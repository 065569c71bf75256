/** Times and sizes in words, rounded as estimates deserve. */
import type { Say } from '../../texts/texts'

export type Speak = Say<'solving'>

/** A time such as “42 s”, “14 min” or “2.5 h”. */
export function describeSeconds(seconds: number, say: Speak): string {
  if (seconds < 90) return say('seconds', { count: Math.max(1, Math.round(seconds)) })
  if (seconds < 6000) return say('minutes', { count: Math.round(seconds / 60) })
  return say('hours', { count: (seconds / 3600).toFixed(1) })
}

/** A size such as “0.2 MB”, “155 MB” or “5.3 GB”. Only nothing is 0. */
export function describeBytes(bytes: number, say: Speak): string {
  if (bytes === 0) return say('megabytes', { count: 0 })
  if (bytes < 1e7) return say('megabytes', { count: Math.max(0.1, bytes / 1e6).toFixed(1) })
  if (bytes < 1e9) return say('megabytes', { count: Math.round(bytes / 1e6) })
  return say('gigabytes', { count: (bytes / 1e9).toFixed(1) })
}
