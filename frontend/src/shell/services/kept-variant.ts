/** The variant chosen last, for the next visit and for the other pages. */
import { NINE } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import { variantNamed } from '../../core/rules/variants'
import { load, save } from './storage'

const NAME = 'variant'

/** The variant chosen last; Nine Men's Morris if none was. */
export function keptVariant(): Variant {
  const kept = load(NAME)
  return (typeof kept === 'string' ? variantNamed(kept) : null) ?? NINE
}

export function keepVariant(variant: Variant): void {
  save(NAME, variant.name)
}
