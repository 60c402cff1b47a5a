import { expect, type Locator, type Page } from '@playwright/test'

/** Asked when somebody logs out with changes that have not arrived. */
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
