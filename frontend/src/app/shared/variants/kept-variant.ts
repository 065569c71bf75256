/** The variant chosen last, for the next visit and for the other pages. */
import { NINE } from '../../../rules/nine'
import type { Variant } from '../../../rules/variant'
import { variantNamed } from '../../../rules/variants'
import { load, save } from '../visitor/storage'

const NAME = 'variant'

/** The variant chosen last; Nine Men's Morris if none was. */
export function keptVariant(): Variant {
  const kept = load(NAME)
  return (typeof kept === 'string' ? variantNamed(kept) : null) ?? NINE
}

export function keepVariant(variant: Variant): void {
  save(NAME, variant.name)
}
