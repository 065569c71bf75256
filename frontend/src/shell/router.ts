/** The pages by path. */
import type { Path } from './services/paths'
import type { Mount } from './services/page'

export type Routes = Readonly<Record<Path, () => Promise<Mount>>>

/** Each page is loaded on demand, and so are parts of it that its first view does not need. */
export const ROUTES = {
  '/': () => import('../pages/play/play-page').then(({ mountWith }) =>
    mountWith({ dialogs: () => import('../pages/play/dialogs'), advice: () => import('../pages/play/advice') }),
  ),
  '/people': () => import('../pages/people/people-page').then(({ mountWith }) =>
    mountWith({ challenge: () => import('../pages/people/lobby/challenge-dialog') }),
  ),
  '/review': () => import('../pages/review/review-page').then(({ mountWith }) =>
    mountWith({ files: () => import('../pages/review/review-files'), inspecting: () => import('../pages/review/inspecting') }),
  ),
  '/explore': () => import('../pages/explore/explore-page').then(({ mountWith }) =>
    mountWith({ editor: () => import('../pages/explore/editor-view'), loading: () => import('../pages/explore/load-game') }),
  ),
  '/learn': () => import('../pages/learn/learn-page').then(({ mountWith }) =>
    mountWith({ exercises: () => import('../pages/learn/exercises') }),
  ),
  '/results': () => import('../pages/results/results-page').then(({ mountWith }) =>
    mountWith({ panels: () => import('../pages/results/panels') }),
  ),
  '/game': () => import('../pages/people/game-page').then(({ mount }) => mount),
} as const satisfies Routes
