/** What a page shows comes when it comes: a read that does not wait fails on a busy machine. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAst } from 'vite'

const FOLDER = join(import.meta.dirname, '..', 'browser')
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'))

/** Methods that read a page as it is now: of Playwright, of `App` and of `Stage`. */
const READS = new Set(
  `allInnerTexts allTextContents announced boundingBox color count evaluate evaluateAll exp focused getAttribute hint innerText
  inputValue isChecked isDisabled isEnabled isHidden isVisible labels leftovers moves overflows place pointsThat row
  textContent turn url`.split(/\s+/),
)

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? '') : '')

/** The names that a pattern declares, or an expression mentions. */
function namesIn(node: Node): string[] {
  return node.type === 'Identifier' ? [nameOf(node)] : childrenOf(node).flatMap(namesIn)
}

/** Whether an expression contains `await`. */
function waits(node: Node): boolean {
  return node.type === 'AwaitExpression' || (!/Function/.test(node.type) && childrenOf(node).some(waits))
}

/** Whether an expression waits for one read of a page, and not for the time when it is as expected. */
function reads(node: Node, locals: ReadonlySet<string>): boolean {
  if (/Function/.test(node.type)) return false
  if (node.type !== 'CallExpression') return childrenOf(node).some((each) => reads(each, locals))
  const callee = node.callee as Node
  return READS.has(nameOf(callee.property)) || locals.has(nameOf(callee)) || childrenOf(node).some((each) => reads(each, locals))
}

/** The names with which a text calls `expect` on what was read once. */
function hasty(text: string): string[] {
  const tree = parseAst(text, { lang: 'ts' }) as unknown as Node
  const locals = new Set<string>() // functions of the file that read
  const found: string[] = []
  const walk = (node: Node, read: ReadonlySet<string>): void => {
    const known = new Set(read)
    const visit = (each: Node): void => {
      const declared = each.type === 'VariableDeclarator' && isNode(each.init) ? each.init : null
      if (declared?.type === 'ArrowFunctionExpression' && childrenOf(declared).some((inner) => reads(inner, locals))) {
        locals.add(nameOf(each.id))
      } else if (declared && waits(declared) && reads(declared, locals)) {
        for (const name of namesIn(each.id as Node)) known.add(name)
      } else if (each.type === 'CallExpression') {
        const name = nameOf(each.callee)
        if (name === 'eventually') return // repeats what it reads
        const expected = name === 'expect' ? (each.arguments as Node[])[0] : null
        if (expected && (waits(expected) || namesIn(expected).some((used) => known.has(used)))) {
          found.push(text.slice(Number(each.start), Number(each.end)))
        }
      }
      for (const child of childrenOf(each)) {
        if (/Function/.test(child.type)) walk(child, known)
        else visit(child)
      }
    }
    visit(node)
  }
  walk(tree, new Set())
  return found
}

test.each(FILES)('%s expects what it has waited for', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  expect(hasty(text)).toEqual([])
  expect(text).not.toMatch(/waitForTimeout|\bsleep\(/)
})

test.each([
  'expect(await app.moves()).toEqual([])',
  'expect([await app.moves()]).toEqual([])',
  'const moves = await app.moves(); expect(moves).toEqual([])',
  'const [first] = (await app.moves()).slice(1); expect(first).toBe(1)',
  'const rows = (): Promise<string[]> => app.page.locator("li").allInnerTexts(); async function f() { const all = await rows(); expect(all[0]).toBe(1) }',
])('%s does not wait', (text) => {
  expect(hasty(text)).toHaveLength(1)
})

test.each([
  'await expect.poll(() => app.moves()).toEqual([])',
  'const before = await app.moves(); await expect.poll(() => app.moves()).toEqual(before)',
  'await eventually(async () => { const box = await button.boundingBox(); expect(box?.y).toBe(0) })',
])('%s waits', (text) => {
  expect(hasty(text)).toEqual([])
})
