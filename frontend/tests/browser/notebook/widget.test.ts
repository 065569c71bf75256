/** The board of notebooks in JupyterLab: one session, because starting it takes most of the time. */
import { afterAll, expect, test } from 'vitest'
import { closeBrowser } from '../stage'
import { Notebook, PATIENCE } from './jupyter'

let notebook: Notebook

afterAll(async () => {
  await notebook.close()
  await closeBrowser()
})

const CELLS = [
  [
    'import merels',
    'from merels.notebook import BoardWidget',
    'game = merels.Game()',
    'for move in ("d6", "f4", "d7", "b4"):',
    '    game.push(move)',
    'seen = []',
    'board = BoardWidget(game, values=merels.open_book())',
    'board.on_move(lambda move, game: seen.append(str(move)))',
    'board',
  ].join('\n'),
  'print(board.moves, seen, board.game.turn)',
  'board.push("a1"); print(board.game.fen())',
]

test('clicks play by the rules, values are shown, and Python sees and plays moves', async () => {
  notebook = await Notebook.open(CELLS)
  const { page } = notebook
  await notebook.run(0)
  await expect.poll(() => notebook.status()).toMatch(/^White to move.*In hand: White 7, Black 7/)
  const values = page.locator('.merels-widget-bar button[aria-pressed=true]')
  await expect.poll(() => values.innerText()).toBe('Values')
  const picture = (): Promise<string> =>
    page.evaluate(() => document.querySelector<HTMLCanvasElement>('.merels-widget canvas')?.toDataURL() ?? '')
  const withValues = await picture()
  await values.click()
  await expect.poll(picture).not.toBe(withValues)

  await notebook.click('d6') // occupied
  await expect.poll(() => notebook.label('d6')).toBe('d6, white man')
  await notebook.click('d5') // closes a mill
  await expect.poll(() => notebook.status()).toMatch(/A mill!/)
  await expect.poll(() => notebook.label('f4')).toBe('f4, black man, can be captured')
  await notebook.click('f4')
  await expect.poll(() => notebook.status()).toMatch(/^Black to move/)
  await expect.poll(() => notebook.output(1)).toBe("['d6', 'f4', 'd7', 'b4', 'd5xf4'] ['d5xf4'] Black")

  await expect.poll(() => notebook.output(2)).toBe('O*******/O*****@*/O****@** w p p 3 6 2 6 0 0 0 0 0 0 0 1 4')
  await expect.poll(() => notebook.label('a1')).toBe('a1, black man')
  await page.locator('.merels-widget-bar button[data-step=back]').click()
  await expect.poll(() => notebook.label('a1')).toBe('a1, empty, a man can go here')
  await page.locator('.merels-widget-bar button[data-step=next]').click()
  await expect.poll(() => notebook.label('a1')).toBe('a1, black man')
  await expect.poll(() => notebook.output(1)).toMatch(/'a1'\] \['d5xf4', 'a1', 'a1'\] White$/)

  expect(notebook.complaints).toEqual([])
}, 3 * PATIENCE)
