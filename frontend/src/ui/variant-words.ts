/** Puts variants into words: their names and rules. */
import { NINE } from '../core/rules/nine'
import type { Variant } from '../core/rules/variant'
import type { VariantName } from '../core/rules/variants'
import { createSay } from '../texts/texts'
import type { Speech } from '../texts/texts'

/** What people call a variant. */
export function nameOf(variant: Variant, speech: Speech): string {
  return createSay(speech, 'variants')(`name.${variant.name as VariantName}`)
}

/** The rules in which a variant differs from Nine Men's Morris, each a sentence. */
export function describeRules(variant: Variant, speech: Speech): string[] {
  const say = createSay(speech, 'variants')
  const { board, men, flying, placing, fullBoard, unusual, drawAfter = {} } = variant
  const said = [say('men', { points: board.points.length, men })]
  if (hasDiagonals(variant)) said.push(say('diagonals'))
  if (board.edges.length) said.push(say('edges'))
  if (placing !== NINE.placing) said.push(say(`placing.${placing}`))
  if (flying !== NINE.flying) said.push(say(`flying.${flying}`))
  if (fullBoard !== NINE.fullBoard) said.push(say(`fullBoard.${fullBoard}`))
  if (unusual?.captures === 'after-placing') said.push(say('captures'))
  if (unusual?.protected === false) said.push(say('protected'))
  if (unusual?.several) said.push(say('several'))
  if (unusual?.blocked === 'give-way') said.push(say('blocked'))
  if (unusual?.returnBan) said.push(say('returnBan'))
  for (const [sides, moves] of Object.entries(drawAfter)) {
    const [more, others] = sides.split('-')
    said.push(say('drawAfter', { men: more, others, moves }))
  }
  if (variant.name === 'morabaraba') said.push(say('words.morabaraba'))
  return said
}

function hasDiagonals({ board: { lines, places } }: Variant): boolean {
  return lines.some(([one, , two]) => places[one].column !== places[two].column && places[one].row !== places[two].row)
}
