import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

/** The fields of a record that tests read. */
export interface TestRecord {
  readonly id: string
  readonly kind: string
  /** Undefined for pages and bindings, whose position no test reads. */
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly by: string
  readonly [field: string]: unknown
}

/** The engine object on the board's host element; declared here because e2e tests do not import the engine. */
interface EngineHandle {
  readonly document: {
    ids(): Iterable<string>
    get(id: string): TestRecord | undefined
    pieces(id: string): readonly Uint8Array[]
  }
  readonly state: {
    readonly camera: { readonly value: { x: number; y: number; zoom: number } }
    readonly selection: { readonly value: readonly string[] }
    readonly people: {
      readonly value: readonly {
        name: string
        showing: {
          cursor?: { x: number; y: number } | null
          selection?: readonly string[]
          caret?: SharedPresence['caret']
        }
      }[]
    }
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

interface SharedPresence {
  readonly name: string
  readonly cursor: Point | null
  readonly selection: readonly string[]
  readonly caret: { readonly id: string; readonly anchor: number; readonly head: number } | null
}

interface DroppedFile {
  readonly name: string
  readonly type: string
  readonly bytes: readonly number[]
}

/** One person's tab on one board. Points are page coordinates; methods move the real pointer. */
export class BoardPage {
  readonly page: Page
  readonly host: Locator
  readonly saveState: Locator
  readonly textBox: Locator

  constructor(page: Page) {
    this.page = page
    this.host = page.getByTestId('board')
    this.saveState = page.getByTestId('save-state')
    this.textBox = page.getByRole('textbox', { name: 'Text', exact: true })
  }

  async opened(): Promise<void> {
    await expect(this.host).toBeVisible({ timeout: 30_000 })
    await expect(this.saveState).toBeVisible()
  }

  async saved(): Promise<void> {
    await expect(this.saveState).toHaveAttribute('data-state', 'saved', { timeout: 30_000 })
  }

  async notSaved(): Promise<void> {
    await expect(this.saveState).toHaveAttribute('data-state', 'not-saved', { timeout: 30_000 })
  }

  /** Waits until everything is sent and something waits for this person's decision. */
  async undecided(): Promise<void> {
    await expect(this.saveState).toHaveAttribute('data-state', 'undecided', { timeout: 30_000 })
  }

  tool(id: string): Locator {
    return this.page.locator(`[data-tool="${id}"]`)
  }

  /** Every record with its stroke pieces, ordered by id, to compare two tabs. */
  records(): Promise<readonly TestRecord[]> {
    return this.host.evaluate((host) => {
      const { document } = (host as unknown as { board: EngineHandle }).board
      const seen = [...document.ids()].sort().flatMap((id) => document.get(id) ?? [])
      return seen.map((record) => {
        const pieces = document.pieces(record.id).map((piece) => [...piece])
        return { ...(JSON.parse(JSON.stringify(record)) as typeof record), pieces }
      })
    })
  }

  /** Elements only, without pages and bindings. */
  async elements(kind?: string): Promise<readonly TestRecord[]> {
    const records = await this.records()
    return records.filter((record) => record.kind !== 'page' && (kind ?? record.kind) === record.kind)
  }

  selection(): Promise<readonly string[]> {
    return this.#ask((board) => board.state.selection.value)
  }

  /** What others share of their presence here, by name. */
  people(): Promise<readonly SharedPresence[]> {
    return this.#ask((board) =>
      board.state.people.value.map(({ name, showing }) => ({
        name,
        cursor: showing.cursor ?? null,
        selection: showing.selection ?? [],
        caret: showing.caret ?? null,
      })),
    )
  }

  camera(): Promise<{ readonly x: number; readonly y: number; readonly zoom: number }> {
    return this.#ask((board) => board.state.camera.value)
  }

  /** Converts page coordinates to screen coordinates. */
  async onScreen({ x, y }: Point): Promise<Point> {
    const camera = await this.camera()
    const box = await this.host.boundingBox()
    return {
      x: (box?.x ?? 0) + (x - camera.x) * camera.zoom,
      y: (box?.y ?? 0) + (y - camera.y) * camera.zoom,
    }
  }

  /** Pans until the page's origin is the view's corner at 100 %: page and screen coordinates are then the same. */
  async goToOrigin(): Promise<void> {
    await this.host.press('Shift+0')
    await this.page.mouse.move(640, 300)
    await expect
      .poll(async () => {
        const { x, y } = await this.#ask((board) => board.state.camera.value)
        if (x !== 0 || y !== 0) await this.page.mouse.wheel(-x, -y)
        return [x, y]
      })
      .toEqual([0, 0])
  }

  async moveTo(point: Point): Promise<void> {
    const { x, y } = await this.onScreen(point)
    await this.page.mouse.move(x, y)
  }

  async press(point: Point): Promise<void> {
    await this.moveTo(point)
    await this.page.mouse.down()
  }

  async goThrough(...points: readonly Point[]): Promise<void> {
    for (const point of points) {
      const { x, y } = await this.onScreen(point)
      await this.page.mouse.move(x, y, { steps: 4 })
    }
  }

  release(): Promise<void> {
    return this.page.mouse.up()
  }

  async click(point: Point): Promise<void> {
    await this.press(point)
    await this.release()
  }

  async rightClick(point: Point): Promise<void> {
    const { x, y } = await this.onScreen(point)
    await this.page.mouse.click(x, y, { button: 'right' })
  }

  async doubleClick(point: Point): Promise<void> {
    const { x, y } = await this.onScreen(point)
    const { mouse } = this.page
    await mouse.move(x, y)
    // Not one after the other: a busy page answers the first click late, and two late clicks are no double click.
    const second = { clickCount: 2 }
    await Promise.all([mouse.down(), mouse.up(), mouse.down(second), mouse.up(second)])
  }

  /** Presses at the first point, moves through the others and releases at the last. */
  async drag(first: Point, ...others: readonly Point[]): Promise<void> {
    await this.press(first)
    await this.goThrough(...others)
    await this.release()
  }

  /** Selects a tool by its key, drags, and returns the new element. */
  async draw(key: string, first: Point, ...others: readonly Point[]): Promise<TestRecord> {
    const before = new Set((await this.elements()).map(({ id }) => id))
    const uid = await this.#uid()
    // With an element selected, the key would be typed into it.
    if ((await this.selection()).length > 0) await this.host.press('Escape')
    await this.host.press(key)
    await this.drag(first, ...others)
    let made: TestRecord | undefined
    await expect
      .poll(async () => {
        made = (await this.elements()).find(
          (each) => each.by === uid && !before.has(each.id) && isNear(each, first),
        )
        return made
      })
      .toBeDefined()
    if (!made) throw new Error(`Drawing with ${key} made nothing`)
    return made
  }

  /** Drops a file from disk. */
  dropFile(path: string, at: Point): Promise<void> {
    return this.drop([{ name: basename(path), type: '', bytes: [...readFileSync(path)] }], at)
  }

  /** Drops files onto the board as from the system's file manager. */
  async drop(files: readonly DroppedFile[], at: Point): Promise<void> {
    const transfer = await this.page.evaluateHandle((dropped) => {
      const data = new DataTransfer()
      for (const { name, type, bytes } of dropped)
        data.items.add(new File([new Uint8Array(bytes)], name, { type }))
      return data
    }, files)
    const { x, y } = await this.onScreen(at)
    for (const type of ['dragenter', 'dragover', 'drop'])
      await this.host.dispatchEvent(type, { dataTransfer: transfer, clientX: x, clientY: y })
  }

  /** The account signed in here, to tell its elements from those that others draw meanwhile. */
  #uid(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      const stored = localStorage.getItem('userinfo') ?? localStorage.getItem('guestUserinfo')
      return stored === null ? undefined : (JSON.parse(stored) as { uid?: string }).uid
    })
  }

  async #ask<T>(read: (board: EngineHandle) => T): Promise<T> {
    const board = await this.host.evaluateHandle((host) => (host as unknown as { board: EngineHandle }).board)
    return board.evaluate(read)
  }
}

/** Opens a board in the tab of somebody who has access. */
export async function openBoard(
  { page }: { readonly page: Page },
  wid: string,
  visit: (page: Page, path: string) => Promise<void>,
): Promise<BoardPage> {
  await visit(page, `/whiteboard?w=${wid}`)
  const board = new BoardPage(page)
  await board.opened()
  await board.goToOrigin()
  return board
}

/**
 * Largest distance from the start of a drag to its element, in page units: snapping and fixed default sizes shift it.
 */
const NEAR = 40

/** Tells the element just drawn from what others draw elsewhere. Bindings have no position. */
function isNear({ x, y, w, h }: TestRecord, point: Point): boolean {
  const isBeside = (at: number, from: number, size: number) => at >= from - NEAR && at <= from + size + NEAR
  return typeof x !== 'number' || (isBeside(point.x, x, w) && isBeside(point.y, y, h))
}

/** Waits until everything is saved and all tabs hold equal records; returns them. */
export async function sameBoard(...boards: readonly BoardPage[]): Promise<readonly TestRecord[]> {
  let all: readonly (readonly TestRecord[])[] = []
  await expect(async () => {
    for (const board of boards) await board.saved()
    all = await Promise.all(boards.map((board) => board.records()))
    for (const records of all) expect(records).toEqual(all[0])
  }).toPass({ timeout: 60_000 })
  return all[0] ?? []
}

/** Whether anything is drawn on this canvas. */
export function isPainted(canvas: Locator): Promise<boolean> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    const data = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data
    return data?.some((value) => value !== 0) ?? false
  })
}
