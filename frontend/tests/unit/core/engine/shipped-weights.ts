/** The weights that ship, for tests that evaluate. */
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { setWeights } from '../../../../src/core/engine/evaluation/evaluation'
import { unpackWeights } from '../../../../src/core/engine/evaluation/weights'

export const FILE = new URL('../../../../../src/merels/engine/evaluation/weights.bin', import.meta.url)

export function loadWeights(): void {
  setWeights(unpackWeights(inflateSync(readFileSync(FILE))))
}
