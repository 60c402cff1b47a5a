import type { Locator, Page } from '@playwright/test'
import { isPainted } from './board-page.ts'
import { expect } from './test.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** The version history of a board. */
export class HistoryPage {
  readonly page: Page
  readonly root: Locator
  readonly versionTitle: Locator
  readonly difference: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.getByTestId('history')
    this.versionTitle = this.root.getByTestId('moment')
    this.difference = this.root.getByTestId('difference')
  }

  static async open(page: Page): Promise<HistoryPage> {
    await page.getByTestId('board-menu').click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    const history = new HistoryPage(page)
    await expect(history.versionTitle).toBeVisible()
    // Firefox's driver can leave the window behind others; then no element counts as focused.
    const slider = history.root.getByRole('slider', { name: 'Version' })
    await expect.poll(() => slider.evaluate((element) => element === document.activeElement)).toBe(true)
    return history
  }

  /** Names the version shown. */
  async name(name: string): Promise<void> {
    await this.root.getByRole('button', { name: 'Name version' }).click()
    await this.root.getByLabel('Version name').fill(name)
    await this.root.getByRole('button', { name: 'Save' }).click()
    await expect(this.root.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  }

  /** Restores the version shown; `choose` selects the scope where the dialog asks for it. */
  async restore(scope: string, choose: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.root.getByRole('button', { name: 'Restore…' }).click()
    await this.page.getByRole('menuitem', { name: scope }).click()
    await choose()
    await this.page.getByRole('button', { name: 'Restore', exact: true }).click()
  }

  /** Drags a selection area; points are page coordinates of the version shown. */
  async dragOver(from: Point, to: Point): Promise<void> {
    const area = this.root.getByTestId('area')
    await expect(area).toBeVisible()
    const [a, b] = [await this.#onScreen(from), await this.#onScreen(to)]
    await this.page.mouse.move(a.x, a.y)
    await this.page.mouse.down()
    await this.page.mouse.move(b.x, b.y, { steps: 4 })
    await this.page.mouse.up()
  }
  async rightClick(point: Point): Promise<void> {
    const { x, y } = await this.#onScreen(point)
    await this.page.mouse.click(x, y, { button: 'right' })
  }

  /** Does the board mark an element that the version shown does not have? */
  async hasGhost(): Promise<boolean> {
    return isPainted(this.root.locator('canvas[data-ghosts]'))
  }

  /** Converts page coordinates of the version shown to screen coordinates. */
  async #onScreen({ x, y }: Point): Promise<Point> {
    const host = this.root.getByTestId('past-board')
    const box = await host.boundingBox()
    const camera = await host.evaluate((element) => {
      const { board } = element as unknown as {
        board: { state: { camera: { value: { x: number; y: number; zoom: number } } } }
      }
      return board.state.camera.value
    })
    return {
      x: (box?.x ?? 0) + (x - camera.x) * camera.zoom,
      y: (box?.y ?? 0) + (y - camera.y) * camera.zoom,
    }
  }
}
