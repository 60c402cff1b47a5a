import { existsSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { type Browser, type BrowserServer, chromium, type Page } from '@playwright/test'
import { getApi } from '../../e2e/pages/api.ts'
import { browserArguments, findBrowser } from '../find-browser.ts'

export interface BrowsersFound {
  readonly pages: number
  /** Elements drawn with the mouse. */
  readonly drawn: number
  /** From drawing an element until its page said that it was saved, ms. */
  readonly longestUnsavedMs: number
  /** Elements that a page newly opened at the end lacks, or that the two pages of a board do not both show. */
  readonly lost: readonly string[]
  /** Errors that no page handled. */
  readonly errors: readonly string[]
}

interface SharedBoard {
  readonly url: string
  readonly pages: readonly Page[]
  readonly drawn: string[]
  open(): Promise<Page>
}

/** The engine's part that is read from the board's element. */
type BoardHost = Element & {
  readonly board?: {
    readonly document: { ids(): Iterable<string> }
    readonly state: {
      readonly selection: { peek(): readonly string[] }
      readonly saveState: { peek(): string }
    }
  }
}

const host = '[data-testid="board"]'
const saved = '[data-testid="save-state"][data-state="saved"]'
const view = { width: 1000, height: 700 }
const shortestPauseMs = 2_000
/** A machine that does other work is slow, which is no loss. */
const savedWithinMs = 180_000

/** Levels of priority below the servers', for browsers and what drives them. */
const lowerBy = 10

/** Real pages in a real browser, two for each of some boards, in which rectangles are drawn with the mouse. */
export class ClusterBrowsers {
  readonly #browser: BrowserServer
  readonly #boards: readonly SharedBoard[]
  readonly #errors: string[]
  readonly #pauseMs: number
  #isDrawing = true
  #longestUnsavedMs = 0
  #drawing: Promise<unknown> = Promise.resolve()

  private constructor(
    browser: BrowserServer,
    boards: readonly SharedBoard[],
    errors: string[],
    pauseMs: number,
  ) {
    this.#pauseMs = pauseMs
    this.#browser = browser
    this.#boards = boards
    this.#errors = errors
  }

  /** Opens the boards and begins to draw, with pauses of half of `longestPauseMs`; null without a browser. */
  static async start(origin: string, count: number, longestPauseMs: number): Promise<ClusterBrowsers | null> {
    const executablePath = findBrowser()
    if (executablePath === undefined) return null
    // Elsewhere browsers take nothing from the servers. Without a graphics card, what they draw would fill these cores.
    setPriority(Math.min(getPriority() + lowerBy, constants.priority.PRIORITY_LOW))
    const server = await chromium.launchServer({ executablePath, args: [...browserArguments] })
    lowerSession(server.process().pid)
    const browser = await chromium.connect(server.wsEndpoint())
    const errors: string[] = []
    const boards: SharedBoard[] = []
    for (let index = 0; index < count; index += 1)
      boards.push(await openBoard(browser, origin, index, errors))
    const browsers = new ClusterBrowsers(
      server,
      boards,
      errors,
      Math.max(shortestPauseMs, longestPauseMs / 2),
    )
    browsers.#drawing = Promise.all(
      boards.flatMap((board) => board.pages.map((page, index) => browsers.#draw(board, page, index))),
    )
    // Reported by `end`.
    browsers.#drawing.catch(() => undefined)
    return browsers
  }

  /** Stops drawing and compares; the servers must still run. */
  async end(): Promise<BrowsersFound> {
    this.#isDrawing = false
    await this.#drawing
    const lost: string[] = []
    for (const board of this.#boards) lost.push(...(await compare(board)))
    await this.#browser.close()
    return {
      pages: this.#boards.reduce((sum, { pages }) => sum + pages.length, 0),
      drawn: this.#boards.reduce((sum, { drawn }) => sum + drawn.length, 0),
      longestUnsavedMs: this.#longestUnsavedMs,
      lost,
      errors: this.#errors,
    }
  }

  async close(): Promise<void> {
    this.#isDrawing = false
    await this.#browser.close()
  }

  async #draw(board: SharedBoard, page: Page, pageIndex: number): Promise<void> {
    for (let step = 0; this.#isDrawing; step += 1) {
      const id = await drawRectangle(page, 2 * step + pageIndex)
      const drawnAt = Date.now()
      board.drawn.push(id)
      // The engine's own state: what the page shows is a frame older.
      await page.waitForFunction(isSaved, host, { timeout: savedWithinMs })
      this.#longestUnsavedMs = Math.max(this.#longestUnsavedMs, Date.now() - drawnAt)
      await page.waitForTimeout(this.#pauseMs)
    }
  }
}

/** Linux shares the cores among sessions first where it groups them, and a browser is a session of its own. */
function lowerSession(pid: number | undefined): void {
  const file = `/proc/${pid}/autogroup`
  if (pid !== undefined && existsSync(file)) writeFileSync(file, String(lowerBy))
}

async function openBoard(
  browser: Browser,
  origin: string,
  index: number,
  errors: string[],
): Promise<SharedBoard> {
  const body = { email: `browser-${index}@example.org`, password: 'a long enough password', name: 'Ada' }
  const { token, user } = await getApi(origin).auth.register({ body })
  const { wid } = await getApi(origin, token).space.create({ body: { name: `Browser ${index}` } })
  const url = `${origin}/app/whiteboard?w=${wid}`
  const userinfo = JSON.stringify({ ...user, token })
  const open = async (): Promise<Page> => {
    // A context of its own: two tabs of one browser share what was not sent.
    const context = await browser.newContext({ viewport: view })
    await context.addInitScript((stored) => localStorage.setItem('userinfo', stored), userinfo)
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(url)
    await page.waitForSelector(saved, { timeout: savedWithinMs })
    return page
  }
  return { url, pages: [await open(), await open()], drawn: [], open }
}

/** Draws in a place of its own within the view, and returns the id. */
async function drawRectangle(page: Page, place: number): Promise<string> {
  const columns = 20
  const x = 100 + (place % columns) * 38
  const y = 120 + (Math.floor(place / columns) % 10) * 38
  await page.keyboard.press('r')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 15, y + 15)
  await page.mouse.move(x + 30, y + 30)
  await page.mouse.up()
  const id = await page
    .locator(host)
    .evaluate((element) => (element as BoardHost).board?.state.selection.peek()[0] ?? '')
  await page.keyboard.press('Escape')
  if (id === '') throw new Error('A rectangle was not drawn')
  return id
}

async function compare({ url, pages, drawn, open }: SharedBoard): Promise<readonly string[]> {
  for (const page of [...pages, await open()]) {
    const isEqual = await page
      .waitForFunction(hasAll, { host, drawn }, { timeout: savedWithinMs })
      .then(() => true)
      .catch(() => false)
    if (!isEqual) return [`${url}: ${page === pages[0] || page === pages[1] ? 'open' : 'new'} page`]
  }
  return []
}

/** Runs in the page, as does `hasAll`. */
function isSaved(selector: string): boolean {
  const element = document.querySelector(selector) as BoardHost | null
  return element?.board?.state.saveState.peek() === 'saved'
}

function hasAll({ host: selector, drawn }: { host: string; drawn: readonly string[] }): boolean {
  const element = document.querySelector(selector) as BoardHost | null
  const ids = new Set(element?.board?.document.ids() ?? [])
  return drawn.every((id) => ids.has(id))
}
