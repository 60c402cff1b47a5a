import { expect, type Locator, type Page } from '@playwright/test'

interface At {
  readonly x: number
  readonly y: number
}

/** The engine object on the board's element, which benchmarks and e2e tests read. */
interface EngineHandle {
  readonly document: {
    childIds(parent: string | null): readonly string[]
    get(id: string): Readonly<Record<string, unknown>> | undefined
  }
  readonly state: {
    readonly page: { readonly value: string | null }
    readonly people: { readonly value: readonly { readonly uid: string }[] }
  }
}

/** The interface around a board, and the pointer in screen coordinates. `BoardPage` reads the board's contents. */
export class BoardChrome {
  readonly page: Page
  readonly host: Locator
  readonly saveState: Locator
  readonly menuButton: Locator
  readonly properties: Locator
  readonly panel: Locator
  readonly message: Locator
  readonly emptyHint: Locator

  constructor(page: Page) {
    this.page = page
    this.host = page.getByTestId('board')
    this.saveState = page.getByTestId('save-state')
    this.menuButton = page.getByTestId('board-menu')
    this.properties = page.getByTestId('properties')
    this.panel = page.getByTestId('properties-panel')
    this.message = page.getByTestId('notice')
    this.emptyHint = page.getByTestId('empty-hint')
  }

  /** Waits until the board is loaded and can be drawn on. */
  async shown(): Promise<void> {
    await expect(this.host).toBeVisible()
    await expect(this.tool('Select')).toBeVisible()
  }

  async saved(): Promise<void> {
    await expect(this.saveState).toHaveText('Saved')
  }

  tool(name: string): Locator {
    return this.page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name, exact: true })
  }

  async pick(name: string): Promise<void> {
    await this.tool(name).click()
    await expect(this.tool(name)).toHaveAttribute('aria-pressed', 'true')
  }

  /** Drags in several steps, as a person does. */
  async drag(from: At, to: At): Promise<void> {
    const { mouse } = this.page
    await mouse.move(from.x, from.y)
    await mouse.down()
    for (let step = 1; step <= 8; step++)
      await mouse.move(from.x + ((to.x - from.x) * step) / 8, from.y + ((to.y - from.y) * step) / 8)
    await mouse.up()
  }

  async draw(tool: string, from: At, to: At): Promise<void> {
    await this.pick(tool)
    await this.drag(from, to)
    await this.press('Escape')
    await this.press('Escape')
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key)
  }

  click(at: At): Promise<void> {
    return this.page.mouse.click(at.x, at.y)
  }

  /** Kinds of the elements on the current page, lowest first. */
  kinds(): Promise<readonly string[]> {
    return this.host.evaluate((element) => {
      const { board } = element as HTMLElement & { board?: EngineHandle }
      const ids = board?.document.childIds(board.state.page.value) ?? []
      return ids.map((id) => String(board?.document.get(id)?.['kind']))
    })
  }

  /** What the board shows of another person. */
  person(uid: string): Promise<unknown> {
    return this.host.evaluate((element, wanted) => {
      const { board } = element as HTMLElement & { board?: EngineHandle }
      return board?.state.people.value.find((person) => person.uid === wanted)
    }, uid)
  }

  async expectKinds(kinds: readonly string[]): Promise<void> {
    await expect.poll(() => this.kinds(), { message: 'what is on the page' }).toEqual(kinds)
  }

  /** One field of each element on the current page that has it. */
  values(field: string): Promise<readonly unknown[]> {
    return this.host.evaluate((element, name) => {
      const { board } = element as HTMLElement & { board?: EngineHandle }
      const ids = board?.document.childIds(board.state.page.value) ?? []
      return ids.flatMap((id) => {
        const value = board?.document.get(id)?.[name]
        return value === undefined ? [] : [value]
      })
    }, field)
  }

  /** Opens a section of the properties panel. */
  async section(name: string): Promise<void> {
    await this.properties.getByRole('button', { name, exact: true }).click()
    await expect(this.panel).toBeVisible()
  }

  async menu(item: string): Promise<void> {
    await this.menuButton.click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  /** Chooses files in the file dialog of the menu or toolbar. */
  bring(
    files: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[],
  ): Promise<void> {
    return this.page.getByTestId('pick-files').setInputFiles(files)
  }
}
