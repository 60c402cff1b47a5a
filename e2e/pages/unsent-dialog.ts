import { expect, type Locator, type Page } from '@playwright/test'

/** Asked when somebody logs out with changes that have not arrived. */
export class UnsentDialog {
  readonly dialog: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Not everything is sent yet' })
  }

  async shown(): Promise<void> {
    await expect(this.dialog).toBeVisible()
  }

  async choose(answer: 'Wait until all is sent' | 'Log out and keep them here' | 'Discard them and log out') {
    await this.dialog.getByRole('button', { name: answer }).click()
  }
}
