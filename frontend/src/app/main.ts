/** Starts the app. */
import { Shell } from './shell'

const shell = new Shell(document.body)
void shell.start()

if ('serviceWorker' in navigator) {
  const { serviceWorker } = navigator
  let isKept = serviceWorker.controller !== null
  // Playing offline is a gift; a browser that refuses it still has the pages.
  serviceWorker.register('/sw.js').catch(() => undefined)
  serviceWorker.addEventListener('controllerchange', () => {
    if (isKept) shell.outdate()
    else {
      // The first visit: what was loaded before the worker came is to last as well.
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      serviceWorker.controller?.postMessage(loaded)
      isKept = true
    }
  })
}
