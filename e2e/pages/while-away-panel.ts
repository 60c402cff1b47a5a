import { expect, type Locator, type Page } from '@playwright/test'

/** The panel "While you were away" beside the board. */
export class WhileAwayPanel {
  readonly root: Locator

  constructor(page: Page) {
    this.root = page.getByRole('complementary', { name: 'While you were away' })
  }

  /** Cards that wait for a decision. */
  get cards(): Locator {
    return this.root.getByTestId('undecided')
  }

  async shown(count: number): Promise<void> {
    await expect(this.root).toBeVisible({ timeout: 30_000 })
    await expect(this.cards).toHaveCount(count, { timeout: 30_000 })
  }

  async act(name: string): Promise<void> {
    await this.root.getByRole('button', { name, exact: true }).first().click()
  }
}
