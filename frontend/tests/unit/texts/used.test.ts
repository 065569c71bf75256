/** Every text of the pages is used: the code names its key, as a whole or with parts that vary. */
import { expect, test } from 'vitest'
import { parseAst } from 'vite'
import * as ENGLISH from '../../../src/texts/en'
import { below, folderOf, readSource, sourceFiles } from '../../../tools/flow'

/** The texts in a syntax tree; `*` stands for what varies in a template. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
  const inside = Object.values(node).flatMap(textsIn)
  if (type === 'Literal' && typeof value === 'string') return [value, ...inside]
  if (type === 'TemplateLiteral' && quasis) return [quasis.map((each) => each.value.cooked).join('*'), ...inside]
  return inside
}

/** The texts in the code of each folder. */
const CODE = new Map<string, Set<string>>()
for (const file of sourceFiles().filter((each) => /^(?!texts|generated).*\.tsx?$/.test(each))) {
  const folder = folderOf(file) ?? ''
  const known = CODE.get(folder) ?? new Set()
  const found = textsIn(parseAst(readSource(file), { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  CODE.set(folder, new Set([...known, ...found]))
}

/** The code that may look up texts of a section: folders that name the section, and what these import from `values`. */
function speaking(section: string): string[] {
  const isForAll = section === 'common' || section === 'notation' // faults are named where they are found
  const folders = [...CODE.keys()].filter((folder) => isForAll || CODE.get(folder)?.has(section))
  const graded = folders.flatMap((folder) => [...below(folder)].filter((lower) => lower.startsWith('values')))
  return [...new Set([...folders, ...graded])].flatMap((folder) => Array.from(CODE.get(folder) ?? []))
}

function isNamedBy(text: string, key: string): boolean {
  if (!text.includes('*') || !/[a-z.]/i.test(text)) return key === text
  const parts = text.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`).test(key)
}

test.each(Object.entries(ENGLISH))('%s', (section, texts) => {
  const code = speaking(section)
  expect(Object.keys(texts).filter((key) => !code.some((text) => isNamedBy(text, key)))).toEqual([])
})
