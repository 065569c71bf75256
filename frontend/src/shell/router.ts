/** The pages by path. */
import type { Path } from './services/paths'
import type { Mount } from './services/page'

export type Routes = Readonly<Record<Path, () => Promise<Mount>>>

/** Each page is loaded on demand. */
export const ROUTES = {
  '/': () => import('../pages/play/play-page').then(({ mountWith }) =>
    mountWith({ dialogs: () => import('../pages/play/dialogs'), advice: () => import('../pages/play/advice') }),
  ),
  '/people': () => import('../pages/people/people').then(({ mountLobby }) => mountLobby),
  '/review': () => import('../pages/review/review-page').then(({ mount }) => mount),
  '/explore': () => import('../pages/explore/explore-page').then(({ mount }) => mount),
  '/learn': () => import('../pages/learn/learn-page').then(({ mount }) => mount),
  '/results': () => import('../pages/results/results-page').then(({ mount }) => mount),
  '/game': () => import('../pages/people/people').then(({ mountGame }) => mountGame),
} as const satisfies Routes
