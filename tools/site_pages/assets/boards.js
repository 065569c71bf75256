/** Makes the boards of a page live: each `figure.board` has its state as JSON. */
import { embed } from './widget.js'

for (const figure of document.querySelectorAll('figure.board')) {
  const state = JSON.parse(figure.dataset.state)
  const isDark = document.body.dataset.mdColorScheme === 'slate'
  const place = figure.firstElementChild
  place.replaceChildren()
  embed(place, { ...state, theme: isDark ? 'dark' : 'light' })
}
