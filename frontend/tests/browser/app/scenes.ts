/** Scenes of the app and window sizes, for tests of the layout and for pictures. */
import { formatFen, startOf } from '../../../src/core/rules/notation'
import { VARIANTS } from '../../../src/core/rules/variants'
import type { VariantName } from '../../../src/core/rules/variants'
import { App, PHONE, savedGame } from './site'
import type { AppOptions } from './site'

export const WINDOWS = {
  '1280x800': { viewport: { width: 1280, height: 800 } },
  '1366x650': { viewport: { width: 1366, height: 650 } },
  '390x844': PHONE,
  '844x390': { ...PHONE, viewport: { width: 844, height: 390 } },
} as const
export type WindowName = keyof typeof WINDOWS
export const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[]

export interface Scene {
  readonly path: string
  readonly stored?: Readonly<Record<string, unknown>>
  readonly prepare?: (app: App) => Promise<void>
}

const GAME = 'd6 f4 f6 b4 b6xf4 f4 d7 d1 a7 g1 g7xg1 g1 a1'
/** Black overlooks a mill; the book knows every position but the last. */
const OVERLOOKED = 'd2 g4 d3 b4 d1xb4'
/** A game with mistakes of many kinds, which take a while to find. */
const REVIEWED = `d2 g4 d3 b4 d1xb4 a4 d6 g7 f6 g1xd6 b2 f2 b6 c4 b4xf2 d6 f2xd6 e4 d3-e3 a4-a7 e3-d3xe4 c4-c3 d1-a1
  g4-f4 a1-d1xf4 a7-a4 f6-d6 g7-g4 d1-a1 g1-d1 d6-d7 c3-c4 d7-d6 a4-a7 d6-d7 c4-c5 b4-c4 g4-g1 c4-b4xd1 c5-d1 d7-g7
  a7-g4 b6-d6 g1-f4 d6-b6xg4`
const LEARNER = { 'option.bar': true, 'option.teach': true }
const WON = '***@*@**/**O*O@**/*******O_w_m_s_3_0_3_0_0_0_0_0_0_0_0_0_1'

/** A draw in the book; chances differ from move to move. */
const DRAWN = '***@@*@O/********/*****O*O_w_p_p_3_6_3_6_0_0_0_0_0_0_0_0_1'

/** Several games, one of them bad, one from PlayOK. */
const GAMES = `[Event "Club evening"]
[Date "2024.03.01"]
[White "Ada"]
[Black "Bo"]

1. d6 f4 2. f6 b4 3. b6xf4 f4 1-0

[White "Cy"]
[Black "Di"]

1. d6 d6 *

[Site "PlayOK"]
[Date "2024.12.26"]
[White "ed"]
[Black "fay"]

1. 1 4 2. 2 5 3. 3x4 6 1/2-1/2

[White "Gil"]
[Black "Hana"]

1. d6 *
`

/** Waits until Review has checked every move, and shows the first mistake. */
async function reviewed(app: App): Promise<void> {
  await app.reviewed()
  await app.page.locator('.review-mistake').first().click()
}

/** Waits for the verdict of Explore; a search may still be running. */
async function judged(app: App): Promise<void> {
  await app.page.locator('.explore-moves .chip:not(.unknown)').first().waitFor()
}

/** What a server on an empty folder offers to solve. */
export const OFFERS = {
  allowed: true,
  reason: null,
  measured: true,
  free_memory: 12_400_000_000,
  free_space: 80_000_000_000,
  offers: [
    {
      goal: 'endgames', tables: 49, positions: 8_904_593_601, seconds: 860,
      memory: 5_260_000_000, bytes: 1_600_000_000, space: 1_620_000_000, obstacle: null,
    },
    {
      goal: 'all', tables: 318, positions: 26_743_107_774, seconds: 1_500,
      memory: 7_090_000_000, bytes: 5_280_000_000, space: 5_460_000_000, obstacle: null,
    },
  ],
}

/** A run that has a while to go. */
export const RUN = {
  state: 'running', goal: 'all', done: 61, total: 318, positions_done: 11_300_000_000, positions: 26_743_107_774,
  seconds_left: 730, table: '8-7+2-2', detail: null, allowed: true,
}

/** Makes the panel that solves show these offers and this state. */
export async function showSolving({ page }: App, offers: unknown, state: unknown): Promise<void> {
  await page.route('**/api/v1/solving/offers', (route) => route.fulfill({ json: offers }))
  await page.route('**/api/v1/solving', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `event: solving\ndata: ${JSON.stringify(state)}\n\n` }),
  )
  await page.reload()
  await page.locator('.solving h3:visible').first().waitFor()
}

/** A game of another variant, on Play and where it has got to on Explore. */
function familyScenes(variant: VariantName, fen: string, moves: string): { readonly play: Scene; readonly explore: Scene } {
  const start = { fen: formatFen(startOf(VARIANTS[variant])) }
  const game = { ...(savedGame(start, moves) as object), variant }
  return {
    play: { path: `/?variant=${variant}`, stored: { [`game.${variant}`]: game } },
    explore: { path: `/explore?variant=${variant}&fen=${fen}`, prepare: judged },
  }
}

const THREE = familyScenes('three', 'O/@O@*O**@_b_m_s_3_0_3_0_0_0_0_0_0_0_0_7_4', 'b2 b3 c1 a3 c3 c2 c1-b1')
const SIX = familyScenes(
  'six',
  'O@O**OO@/O@*@O*@@_w_m_s_6_0_6_0_0_0_0_0_0_0_0_16_9',
  'd3 e3 c4 e5 e1 a5 c5 a1 a3 d4 b2 b4 e1-c1 e3-e1 a3-b3 a1-a3',
)
const TWELVE = familyScenes(
  'twelve',
  '@@OOO*O@/**@O@O**/*@@@O@O@_w_m_s_8_0_10_0_0_0_0_0_0_0_0_0_16',
  `f2 f4 b2 d2 c3 a1 e3 g1 d3xg1 g1 d1 g4 e4 g7xe4 e4 e5 f6 a7 a4 d7xf6 f6 d5 b6 c5xb6 c3-c4 d7-d6 b2-b4xd6 d5-d6 b4-b2
  d6-d5xf6`,
)
const LASKER = familyScenes(
  'lasker',
  '@O*@OO@@/O*OO@O@@/******O*_w_p_p_8_2_7_3_0_0_0_0_0_0_0_16_9',
  'f4 b4 d6 c4 a4 c5 c3 d5 e5 b6 b2 e4 f2 d2 d3 e4-e3',
)

const MORABARABA = familyScenes(
  'morabaraba',
  '*OOOO@**/O@@*O@@*/*@OOO@**_w_m_s_9_0_7_0_0_0_19_20_0_0_0_1_19',
  `f2 b2 d7 d6 e3 e4 d2 f4 e5 b6 g1xb2 c3 a1 f6xa1 g4 g7 c5 b2 d5xe4 c4 e4xc4 a1xd7 d1 d7 d2-d3 b6-b4 c5-b6 b4-c4 b6-c5xd7
  d6-d7 c5-b6 b2-b4 d5-d6 b4-b2xb6 f2-d2xd7 c4-b4`,
)
const SHAX = familyScenes(
  'shax',
  'O@O@OO@@/@OO@OOO@/**@O@@O@_w_m_s_11_0_11_0_0_0_0_0_0_0_0_1_15',
  'f2 b2 d7 d6 e3 e4 c5 f4 c4 a1 b4 g1 d5 g4 b6 d1 g7 e5 f6 c3 a4 d2 a7 d3',
)
const STUCK = {
  ...(savedGame({ fen: 'O@O@OO@@/@OO@OOO@/**@O@@O@ w m s 11 0 11 0 0 0 0 0 0 0 0 1 15' }) as object),
  variant: 'shax',
}

export const SCENES = {
  play: { path: '/' },
  game: { path: '/', stored: { game: savedGame({}, GAME) } },
  learner: { path: '/', stored: { game: savedGame({}, GAME), ...LEARNER } },
  perfect: {
    path: '/',
    stored: { game: savedGame({ opponent: 'perfect' }), ...LEARNER },
    prepare: (app) => app.page.locator('.player-exact:visible').waitFor(),
  },
  replay: {
    path: '/',
    stored: { game: savedGame({}, GAME) },
    prepare: (app) => app.page.locator('.step').nth(1).click(),
  },
  result: { path: '/', stored: { game: { ...(savedGame({}, GAME) as object), resigned: 1 } } },
  'new-game': { path: '/', prepare: (app) => app.openDialog('newGame') },
  strength: {
    path: '/',
    prepare: async (app) => {
      await app.openDialog('newGame')
      await app.page.getByRole('radio', { name: /By strength|強さで選ぶ/ }).check()
    },
  },
  files: {
    path: '/',
    stored: { game: savedGame({}, GAME) },
    prepare: (app) => app.openDialog('files'),
  },
  games: {
    path: '/',
    prepare: async (app) => {
      await app.openDialog('files')
      await app.page.locator('.dialog textarea').nth(2).fill(GAMES)
    },
  },
  resign: {
    path: '/',
    stored: { game: savedGame({}, GAME) },
    prepare: (app) => app.openDialog('resign'),
  },
  review: { path: '/review', stored: { game: savedGame({ opponent: 'normal' }, OVERLOOKED) }, prepare: reviewed },
  'review-long': { path: '/review', stored: { game: savedGame({ opponent: 'normal' }, REVIEWED) }, prepare: reviewed },
  'review-empty': { path: '/review' },
  explore: { path: '/explore', prepare: judged },
  chances: { path: `/explore?fen=${DRAWN}`, prepare: judged },
  endgame: { path: `/explore?fen=${WON}`, prepare: judged },
  refused: { path: '/explore?fen=garbage' },
  editor: {
    path: `/explore?fen=${WON}`,
    prepare: (app) => app.page.getByRole('button', { name: /^(Set up|局面を編集)$/ }).first().click(),
  },
  'load-game': {
    path: '/explore',
    prepare: async (app) => {
      await app.page.getByRole('button', { name: /^(Load a game|棋譜を読み込む)$/ }).first().click()
      await app.page.locator('.dialog textarea').fill(GAMES)
    },
  },
  learn: { path: '/learn', prepare: (app) => app.page.waitForLoadState('networkidle') },
  puzzles: {
    path: '/learn#puzzles',
    stored: { 'puzzle-rating': { rating: 1184, tried: ['001', '002', '003'] } },
    prepare: (app) => app.page.waitForLoadState('networkidle'),
  },
  lesson: { path: '/learn?lesson=placing' },
  puzzle: {
    path: '/learn',
    prepare: async ({ page }) => {
      const report = await (await page.request.get('/puzzles.json')).json()
      await page.goto(`/learn?puzzle=${(report as { puzzles: { id: string }[] }).puzzles[0].id}`)
      await page.locator('.nmm-board').waitFor()
    },
  },
  people: { path: '/people', prepare: (app) => app.settle() },
  results: { path: '/results', prepare: (app) => app.page.waitForLoadState('networkidle') },
  'results-six': { path: '/results?variant=six', prepare: (app) => app.page.waitForLoadState('networkidle') },
  'results-unsolved': { path: '/results?variant=lasker', prepare: (app) => app.page.waitForLoadState('networkidle') },
  offers: {
    path: '/results#solving',
    prepare: (app) => showSolving(app, OFFERS, { ...RUN, state: 'done', goal: null }),
  },
  solving: { path: '/results#solving', prepare: (app) => showSolving(app, OFFERS, RUN) },
  'play-three': THREE.play,
  'play-six': SIX.play,
  'play-twelve': TWELVE.play,
  'play-lasker': LASKER.play,
  'play-morabaraba': MORABARABA.play,
  'play-shax': SHAX.play,
  'play-pass': { path: '/?variant=shax', stored: { 'game.shax': STUCK } },
  'explore-three': THREE.explore,
  'explore-six': SIX.explore,
  'explore-twelve': TWELVE.explore,
  'explore-lasker': LASKER.explore,
  'explore-shax': SHAX.explore,
} as const satisfies Record<string, Scene>
export type SceneName = keyof typeof SCENES
export const SCENE_NAMES = Object.keys(SCENES) as SceneName[]

/** Opens the app at a scene. */
export async function openScene(name: SceneName, window: WindowName, options: AppOptions = {}): Promise<App> {
  const scene: Scene = SCENES[name]
  const stored = { ...scene.stored, ...options.stored }
  const app = await App.open({ ...WINDOWS[window], ...options, path: scene.path, stored })
  await scene.prepare?.(app)
  return app
}
