/**
 * The start script: sets theme and styles before the first paint, and loads the core, the page and the language at once.
 *
 * It alone knows the names of all files, which change with their content: a change of a page renames the page and
 * this script, but neither the core nor the other pages, which import the core by its name.
 */
import './styles/app.css'
import { loadSpeech } from '../texts/loading'
import { ROUTES } from './router'
import { needsAllTexts, pathOf } from './services/paths'
import { chosenLanguage, chosenTheme } from './services/settings'

document.documentElement.dataset.theme = chosenTheme()

// The shell asks for both again, and says what is wrong if they are missing.
const path = pathOf(new URL(location.href))
if (path !== null) ROUTES[path]().catch(() => undefined)
loadSpeech(chosenLanguage(), needsAllTexts(path)).catch(() => undefined)

async function start(): Promise<void> {
  const core = await import('./main')
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  }
  core.start({ routes: ROUTES, loadSpeech, loadQrEncoder: () => import('lean-qr/nano') })
}

void start()
