/** Which static tables there are: pages ask before they load what reads them. */
import type { Variant } from '../../core/rules/variant'
import type { Reach } from '../../shell/services/server'
import { load, save } from '../../shell/services/storage'

/** The variants of which tables are on this device. */
const KEPT = 'tables'

/** Whether static tables of a variant are on this device, or on the site as far as it is known: a site has all or none. */
export function hasTables(variant: Variant, { site }: Pick<Reach, 'site'>): boolean {
  return isOnDevice(variant) || (site?.tables === true && site.variants.includes(variant.name))
}

/** Whether tables of a variant, or some of them, are on this device. */
export function isOnDevice({ name }: Variant): boolean {
  return keptVariants().includes(name)
}

/** The variants of which this device has tables, or some. */
function keptVariants(): readonly unknown[] {
  const kept = load(KEPT)
  return Array.isArray(kept) ? kept : []
}

/** Notes that this device has tables of a variant, or has them no more. */
export function noteKept(variant: string, isKept: boolean): void {
  const others = keptVariants().filter((each) => each !== variant)
  save(KEPT, isKept ? [...others, variant] : others)
}
