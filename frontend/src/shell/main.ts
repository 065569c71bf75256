/** The core: shows the pages, and registers the service worker. */
import { Shell } from './shell'
import type { Loaders } from './shell'

export function start(loaders: Loaders): void {
  const started = Shell.start(document.body, loaders)
  if ('serviceWorker' in navigator) keepFiles(started, navigator.serviceWorker)
}

function keepFiles(started: Promise<Shell>, serviceWorker: ServiceWorkerContainer): void {
  let isKept = serviceWorker.controller !== null
  // Optional: without a service worker the pages still work online.
  serviceWorker.register('./sw.js').catch(() => undefined)
  serviceWorker.addEventListener('controllerchange', () => {
    if (isKept) void started.then((shell) => shell.outdate())
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
