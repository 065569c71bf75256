// Runs before the first paint, so that no other look flashes up. The same choice as in settings.ts.
{
  let theme = null
  try {
    theme = JSON.parse(localStorage.getItem('merels.theme'))
  } catch {
    // Storing is forbidden.
  }
  if (theme !== 'light' && theme !== 'dark' && theme !== 'contrast') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    if (matchMedia('(prefers-contrast: more)').matches) theme = 'contrast'
  }
  document.documentElement.dataset.theme = theme
}
