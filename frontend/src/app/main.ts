/** Starts the app. */
import { Shell } from './shell'

const shell = new Shell(document.body)
void shell.start()

if ('serviceWorker' in navigator) {
  const { serviceWorker } = navigator
  let isKept = serviceWorker.controller !== null
  // Optional: without a service worker the pages still work online.
  serviceWorker.register('/sw.js').catch(() => undefined)
  serviceWorker.addEventListener('controllerchange', () => {
    if (isKept) shell.outdate()
    else {
      // First visit: also cache what was loaded before the worker was active.
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      serviceWorker.controller?.postMessage(loaded)
      isKept = true
    }
  })
}
