/**
 * What there is for a variant besides its rules. Much of it was made or measured for Nine Men's Morris alone; whoever
 * makes it for another variant adds it here.
 */
import type { Variant } from './variant'
import type { VariantName } from './variants'

export type Feature =
  | 'engine' // a search in the page
  | 'chances' // against people who err: their errors are measured
  | 'strengths' // players of measured strength
  | 'lessons' // that teach the rules
  | 'solving' // on the server, from the page

const FEATURES: Readonly<Partial<Record<VariantName, readonly Feature[]>>> = {
  nine: ['engine', 'chances', 'strengths', 'lessons', 'solving'],
}

/** Whether there is something for a variant. */
export function offers({ name }: Variant, feature: Feature): boolean {
  return FEATURES[name as VariantName]?.includes(feature) ?? false
}
