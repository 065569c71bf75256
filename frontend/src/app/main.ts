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
      // First visit: also cache what was requested before the worker was active, even if it arrives later.
      const active = performance.now()
      const observer = new PerformanceObserver((list) => {
        const early = list.getEntries().filter(({ startTime }) => startTime <= active)
        serviceWorker.controller?.postMessage(early.map(({ name }) => name))
      })
      observer.observe({ type: 'resource', buffered: true })
      isKept = true
    }
  })
}
