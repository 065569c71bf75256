import { readFileSync } from 'node:fs'
import type { PuzzlesDocument } from '../../../../src/generated/api'

/** What ships in the package; the page loads the same file. */
const FILE = new URL('../../../../../src/merels/web/api/puzzles.json', import.meta.url)
export const PUZZLES = (JSON.parse(readFileSync(FILE, 'utf8')) as PuzzlesDocument).puzzles
