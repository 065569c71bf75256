/** Starts the app. */
import { Shell } from './shell'

void new Shell(document.body).start()

if ('serviceWorker' in navigator) {
  // Playing offline is a gift; a browser that refuses it still has the pages.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
