import { expect, type Locator, type Page } from '@playwright/test'

/** The dialog shown when somebody logs out with unsent changes. */
export class UnsentDialog {
  readonly dialog: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Some work hasn’t synced yet' })
  }

  async shown(): Promise<void> {
    await expect(this.dialog).toBeVisible()
  }

  async choose(
    answer: 'Wait until everything has synced' | 'Sign out and keep them here' | 'Discard and sign out',
  ) {
    await this.dialog.getByRole('button', { name: answer }).click()
  }
}
