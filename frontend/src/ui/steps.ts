/** Steps through the moves of a game, by buttons or keys. */
export const STEPS = ['first', 'previous', 'next', 'last'] as const
export type Step = (typeof STEPS)[number]

/** Keys that step while the moves have the focus. */
export const STEP_KEYS: Readonly<Record<string, Step>> = {
  Home: 'first',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  End: 'last',
}

/** The ply that a step leads to; the same ply at the end of the game. */
export function plyAfter(step: Step, ply: number, total: number): number {
  return { first: 0, previous: Math.max(0, ply - 1), next: Math.min(total, ply + 1), last: total }[step]
}
