/** Options of the Play page: help for learners, and sounds. */
import type { Settings } from '../../shell/services/settings'
import { load, save } from '../../shell/services/storage'

export const OPTIONS = ['bar', 'teach', 'sounds'] as const
export type Option = (typeof OPTIONS)[number]
export type Options = Readonly<Record<Option, boolean>>

type Sounding = Pick<Settings, 'hasSounds'>

export function readOptions({ hasSounds: sounds }: Sounding): Options {
  return { bar: load('option.bar') === true, teach: load('option.teach') === true, sounds }
}

export function keepOption(settings: Sounding, option: Option, isOn: boolean): void {
  if (option === 'sounds') settings.hasSounds = isOn // a setting of all pages
  else save(`option.${option}`, isOn)
}
