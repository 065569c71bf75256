/** JupyterLab on a folder of its own, and a notebook in it, used as a person would use it. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { BOARD } from '../../../src/core/rules/nine'
import { SIZE, layoutOf } from '../../../src/board/layout'
import { PROGRAM, addressOf } from '../server'
import { openContext } from '../stage'

/** Milliseconds that starting JupyterLab, or a kernel, may take on a busy machine. */
export const PATIENCE = 300_000
const SETTINGS = [
  '--no-browser',
  '--allow-root',
  '--ip=127.0.0.1',
  '--port=0',
  '--IdentityProvider.token=',
  '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
  '--LabApp.news_url=None',
]

export class Notebook {
  /** Uncaught exceptions. */
  readonly complaints: string[] = []

  private constructor(
    private readonly server: ChildProcess,
    private readonly folder: string,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.complaints.push(String(error)))
  }

  /** Starts JupyterLab and opens a notebook with some cells. */
  static async open(cells: readonly string[], options: BrowserContextOptions = {}): Promise<Notebook> {
    const folder = mkdtempSync(join(tmpdir(), 'merels-notebook-'))
    writeFileSync(join(folder, 'board.ipynb'), JSON.stringify(notebookOf(cells)))
    const places = ['CONFIG_DIR', 'DATA_DIR', 'RUNTIME_DIR'].map((name) => [`JUPYTER_${name}`, join(folder, '.jupyter')])
    const environment = { ...process.env, IPYTHONDIR: join(folder, '.ipython'), ...Object.fromEntries(places) }
    const server = spawn(join(dirname(PROGRAM), 'jupyter-lab'), [...SETTINGS, `--ServerApp.root_dir=${folder}`], {
      env: environment,
    })
    const address = await addressOf(server, PATIENCE)
    const context = await openContext({ viewport: { width: 1100, height: 900 }, locale: 'en-GB', ...options })
    const page = await context.newPage()
    const notebook = new Notebook(server, folder, page)
    // On a busy machine JupyterLab may ask which kernel to use; a person would confirm the one it offers.
    const dialog = page.locator('.jp-Dialog')
    await page.addLocatorHandler(dialog, () => dialog.locator('.jp-mod-accept').click())
    await page.goto(`${address}/lab/tree/board.ipynb`, { timeout: PATIENCE })
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status=idle]').waitFor({ timeout: PATIENCE })
    return notebook
  }

  async close(): Promise<void> {
    await this.page.context().close()
    await new Promise((resolve) => {
      this.server.on('exit', resolve)
      this.server.kill('SIGTERM')
    })
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Runs a cell and returns it. */
  async run(index: number): Promise<Locator> {
    const cell = this.page.locator('.jp-CodeCell').nth(index)
    const before = await cell.locator('.jp-InputPrompt').textContent()
    /** Whether the prompt has become another one, such as `[*]` and then `[2]`. */
    const becomes = (pattern: string, timeout: number): Promise<boolean> =>
      this.page
        .waitForFunction(
          ([nth, old, expected]) => {
            const text = document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')[nth]?.textContent ?? ''
            return text !== old && new RegExp(expected).test(text)
          },
          [index, before, pattern] as const,
          { timeout },
        )
        .then(() => true, () => false)
    do {
      // A notebook that is still being drawn takes the focus from its editor, and with it the key.
      await cell.locator('.cm-content').click()
      await this.page.keyboard.press('Control+Enter')
    } while (!(await becomes('.', 1000)))
    if (!(await becomes('\\[\\d+\\]', PATIENCE))) throw new Error(`cell ${index} has not ended`)
    return cell
  }

  /** What a cell has printed. */
  async output(index: number): Promise<string> {
    const cell = await this.run(index)
    return (await cell.locator('.jp-OutputArea-output').first().innerText()).trim()
  }

  /** Clicks points of the board with the mouse. */
  async click(names: string): Promise<void> {
    const canvas = this.page.locator('.merels-widget canvas')
    await canvas.scrollIntoViewIfNeeded()
    const layout = layoutOf(BOARD)
    for (const name of names.split(' ')) {
      const box = await canvas.boundingBox()
      if (!box) throw new Error('there is no board')
      const { x, y } = layout.spots[BOARD.names.indexOf(name)]
      await this.page.mouse.click(box.x + (x * box.width) / SIZE, box.y + (y * box.height) / SIZE)
    }
  }

  /** The label of a point for screen readers. */
  async label(name: string): Promise<string> {
    const button = this.page.locator('.merels-widget .nmm-points button').nth(BOARD.names.indexOf(name))
    return (await button.getAttribute('aria-label')) ?? ''
  }

  status(): Promise<string> {
    return this.page.locator('.merels-widget-status').innerText()
  }
}

function notebookOf(cells: readonly string[]): unknown {
  const code = cells.map((source, index) => ({
    cell_type: 'code',
    id: `cell-${index}`,
    execution_count: null,
    metadata: {},
    outputs: [],
    source,
  }))
  const kernelspec = { name: 'python3', display_name: 'Python 3', language: 'python' }
  return { cells: code, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 }
}
