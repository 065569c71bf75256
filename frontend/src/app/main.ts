/** Starts the app. */
import { Shell } from './shell'

const shell = new Shell(document.body)
void shell.start()

if ('serviceWorker' in navigator) {
  const { serviceWorker } = navigator
  const isKept = serviceWorker.controller !== null
  // Playing offline is a gift; a browser that refuses it still has the pages.
  serviceWorker.register('/sw.js').catch(() => undefined)
  serviceWorker.addEventListener('controllerchange', () => {
    if (isKept) shell.outdate()
  })
}
