/** Imports go one way: no file imports against the flow. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FLOW, backwardImports, findCycle, folderOf, importsOf, namesIn, readSource, setInto, sourceFiles } from '../../tools/flow'

const PAGE = fileURLToPath(new URL('../../../docs/web-app.md', import.meta.url))
const FILES = sourceFiles()

test('imports follow the flow', () => {
  expect(FILES.flatMap((file) => backwardImports(file, readSource(file)))).toEqual([])
})

test('the flow has no circles', () => {
  const seen = new Set<string>()
  for (const [folder, lower] of Object.entries(FLOW)) {
    expect(namesIn(lower).filter((each) => !seen.has(each)), `${folder} stands on folders that come after it`).toEqual([])
    seen.add(folder)
  }
})

test('every folder of the flow has files', () => {
  expect(new Set(FILES.map(folderOf))).toEqual(new Set(Object.keys(FLOW)))
})

test('folders of any depth do not import each other', () => {
  const imports = new Map<string, Set<string>>()
  for (const file of FILES) {
    const folder = dirname(file)
    const others = importsOf(file, readSource(file)).map(dirname)
    imports.set(folder, new Set([...(imports.get(folder) ?? []), ...others.filter((each) => each !== folder)]))
  }
  expect(findCycle(imports)).toBeNull()
})

test.each(['minigame/register.ts', 'widget/widget.ts'])('%s gets by without the view library', (entry) => {
  const reached = new Set([entry])
  for (const file of reached) for (const other of importsOf(file, readSource(file))) reached.add(other) // also what is added
  expect(reached.size).toBeGreaterThan(20)
  expect([...reached].filter((file) => /from '@?preact/.test(readSource(file)))).toEqual([])
})

test('a circle is found', () => {
  const imports = new Map([['a', new Set(['b'])], ['b', new Set(['c'])], ['c', new Set(['b'])]])
  expect(findCycle(imports)).toEqual(['b', 'c', 'b'])
})

/** `npx vitest run tests/unit/layers.test.ts --update` writes it. */
test('the page shows the flow', async () => {
  await expect(setInto(readFileSync(PAGE, 'utf8'))).toMatchFileSnapshot(PAGE)
})

test.each([
  ['core/rules/position.ts', "import { act } from '../session/session'"],
  ['core/rules/position.ts', "import type { Session } from '../session/session'"],
  ['core/rules/position.ts', "type Session = import('../session/session').Session"],
  ['core/match/match.ts', "export { formatPgn } from '../../files/pgn'"],
  ['core/match/match.ts', "export * from '../../files/pgn'"],
  ['board/board.ts', "import type { Session } from '../core/session/session'"],
  ['board/skins.ts', "import type { Theme } from '../shell/services/settings'"],
  ['values/judge.ts', "void import('../ui/controls')"],
  ['values/judge.ts', 'void import(`../ui/controls`)'],
  ['files/pgn.ts', "import { rateMoves } from '../values/ratings'"],
  ['ui/dialogs.ts', "import { addOpponents } from '../pages/play/opponents'"],
  ['ui/game/scene.ts', "import { addAction } from '../controls'"],
  ['pages/play/play-page.ts', "import '../review/review.css'"],
  ['pages/play/play-page.ts', "const load = () => import('../review/review-page')"],
  ['pages/explore/trail-strip.ts', "import { ROUTES } from '../../shell/router'"],
  ['pages/learn/lessons.ts', "new Worker(new URL('../play/worker.ts', import.meta.url))"],
  ['pages/learn/overview.tsx', "import { Board } from '../play/board'\nexport const View = () => <Board />"],
  ['pages/learn/learn.css', "@import '../play/play.css';"],
  ['pages/learn/learn.css', 'p { background: url(../play/wood.png) }'],
  ['minigame/register.ts', "import { addAction } from '../ui/controls'"],
  ['widget/widget.ts', "import { mount } from '../pages/explore/explore-page'"],
  ['pages/play/play-page.ts', "import { x } from '../../elsewhere/x'"],
  ['elsewhere/x.ts', ''],
])('%s must not contain: %s', (file, text) => {
  expect(backwardImports(file, text)).toHaveLength(1)
})

test.each([
  ['pages/play/play-page.ts', "import { addAction } from '../../ui/controls'\nimport { mount } from './opening'"],
  ['ui/game/scene.ts', "import { has } from '../../core/rules/geometry'"],
  ['shell/router.ts', "void import('../pages/play/play-page')"],
  ['core/rules/nine.ts', "import { expect } from 'vitest'"],
])('%s may contain: %s', (file, text) => {
  expect(backwardImports(file, text)).toEqual([])
})
