/** Puts the style sheet of a script after those of the scripts before; the build calls this where a script imports one. */
export function adopt(text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets.push(sheet)
}
