/** Scenes of the app and window sizes, for tests of the layout and for pictures. */
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
const LEARNER = { 'option.bar': true, 'option.teach': true }
const WON = '***@*@**/**O*O@**/*******O_w_m_s_3_0_3_0_0_0_0_0_0_0_0_0_1'

/** Waits for the verdict of Explore; a search may still be running. */
async function judged(app: App): Promise<void> {
  await app.page.locator('.explore-moves .chip:not(.unknown)').first().waitFor()
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
  'new-game': { path: '/', prepare: (app) => app.command('newGame').click() },
  files: {
    path: '/',
    stored: { game: savedGame({}, GAME) },
    prepare: (app) => app.command('files').click(),
  },
  resign: {
    path: '/',
    stored: { game: savedGame({}, GAME) },
    prepare: (app) => app.command('resign').click(),
  },
  explore: { path: '/explore', prepare: judged },
  endgame: { path: `/explore?fen=${WON}`, prepare: judged },
  refused: { path: '/explore?fen=garbage' },
  editor: {
    path: `/explore?fen=${WON}`,
    prepare: (app) => app.page.getByRole('button', { name: /^(Set up|局面を編集)$/ }).first().click(),
  },
  learn: { path: '/learn', prepare: (app) => app.page.waitForLoadState('networkidle') },
  lesson: { path: '/learn?lesson=placing' },
  puzzle: {
    path: '/learn',
    prepare: async ({ page }) => {
      const report = await (await page.request.get('/api/v1/puzzles')).json()
      await page.goto(`/learn?puzzle=${(report as { puzzles: { id: string }[] }).puzzles[0].id}`)
      await page.locator('.nmm-board').waitFor()
    },
  },
  results: { path: '/results', prepare: (app) => app.page.waitForLoadState('networkidle') },
} as const satisfies Record<string, Scene>
export type SceneName = keyof typeof SCENES
export const SCENE_NAMES = Object.keys(SCENES) as SceneName[]

/** Opens the app at a scene. */
export async function openScene(name: SceneName, window: WindowName, options: AppOptions = {}): Promise<App> {
  const scene: Scene = SCENES[name]
  const stored = { ...scene.stored, ...options.stored }
  const app = await App.open({ reducedMotion: 'reduce', ...WINDOWS[window], ...options, path: scene.path, stored })
  await scene.prepare?.(app)
  return app
}
