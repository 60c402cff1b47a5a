import { expect, type Locator, type Page } from '@playwright/test'

/** All boards of a person. */
export class DashboardPage {
  readonly list: Locator
  readonly search: Locator
  /** The page's toast. */
  readonly toast: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.list = page.locator('#boards')
    this.search = page.getByRole('searchbox', { name: 'Search boards' })
    this.toast = page.getByTestId('toast')
  }

  async shown(): Promise<void> {
    await expect(this.#page.getByRole('heading', { name: 'All boards', level: 1 })).toBeVisible()
  }

  /** The card or list row of a board. */
  board(name: string): Locator {
    return this.list.getByRole('listitem').filter({ has: this.#page.getByText(name, { exact: true }) })
  }

  /** The links that open each board, in the order of the list. */
  names(): Locator {
    return this.list.locator('[data-card]')
  }

  /** A list in the sidebar: all boards, a filter, or one of the person's folders. */
  place(name: string): Locator {
    return this.#page
      .getByRole('navigation', { name: 'Filter boards' })
      .getByRole('button', { name, exact: true })
  }

  newBoard(): Promise<void> {
    return this.#page.getByRole('button', { name: 'New board' }).first().click()
  }

  /** Presses "Try again" unless the list has loaded by itself meanwhile. */
  async tryAgain(): Promise<void> {
    const buttons = this.list.getByRole('button', { name: 'Try again' })
    await buttons.evaluateAll((found) => found.forEach((button) => (button as HTMLElement).click()))
  }

  async menu(name: string, item: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await this.#page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  async rename(from: string, to: string): Promise<void> {
    await this.menu(from, 'Rename')
    const dialog = this.#page.getByRole('dialog', { name: 'Rename board' })
    await dialog.getByLabel('Board name').fill(to)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }

  star(name: string): Locator {
    return this.#page.getByRole('button', { name: `Star ${name}`, exact: true })
  }
}
