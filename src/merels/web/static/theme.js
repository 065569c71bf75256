// Runs before the first paint, so that no other theme flashes. Must choose as settings.ts does.
{
  let theme = null
  try {
    theme = JSON.parse(localStorage.getItem('merels.theme'))
  } catch {
    // Storage is forbidden.
  }
  if (theme !== 'light' && theme !== 'dark' && theme !== 'contrast') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    if (matchMedia('(prefers-contrast: more)').matches) theme = 'contrast'
  }
  document.documentElement.dataset.theme = theme
}
