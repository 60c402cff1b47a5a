import { expect, type Locator, type Page } from '@playwright/test'
import { DashboardPage } from './dashboard-page.ts'

type RoleName = 'Admin' | 'Editor' | 'Contributor' | 'Commenter' | 'Viewer'

/** The share dialog: members and invites of one board. */
export class ShareDialog {
  readonly dialog: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.dialog = page.getByRole('dialog').filter({ has: page.getByRole('tab', { name: 'Invite' }) })
  }

  async openFromDashboard(board: string): Promise<void> {
    await new DashboardPage(this.#page).menu(board, 'Members and invitations')
    await expect(this.dialog).toBeVisible()
  }

  /** The URL of the role link for this role. */
  async roleLink(role: RoleName): Promise<string> {
    const address = this.dialog.getByLabel('Invite link')
    // A list that was opened while the dialog still loaded has been seen closed again.
    await expect(address).toHaveValue(/invite=/)
    await this.#choose(this.dialog.getByLabel('Role for people who join'), role)
    await expect(address).toHaveValue(/invite=/)
    return address.inputValue()
  }

  /** Limits, reset and revocation of the link, which are folded away. */
  async openLinkSettings(): Promise<void> {
    const button = this.dialog.getByRole('button', { name: 'Link settings' })
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
  }

  async revokeLink(): Promise<void> {
    await this.openLinkSettings()
    await this.dialog.getByRole('button', { name: 'Revoke' }).click()
    const question = this.#page.getByRole('dialog', { name: 'Revoke this link?' })
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect(this.dialog.getByText('This link has been revoked.')).toBeVisible()
  }

  async inviteByMail(email: string, role: RoleName): Promise<void> {
    await this.dialog.getByLabel('Invite by email').fill(email)
    await this.dialog.getByLabel('Invite by email').press('Enter')
    await this.#choose(this.dialog.getByRole('combobox', { name: 'Role', exact: true }), role)
    await this.dialog.getByRole('button', { name: 'Send' }).click()
    await expect(this.dialog.getByText(`Invited ${email}.`)).toBeVisible()
  }

  showMembers(): Promise<void> {
    return this.dialog.getByRole('tab', { name: 'Members' }).click()
  }

  member(name: string): Locator {
    return this.dialog.getByRole('listitem').filter({ hasText: name })
  }

  getRole(name: string): Locator {
    return this.dialog.getByRole('combobox', { name: `Role for ${name}` })
  }

  /** Sets the role of an existing member. */
  giveRole(name: string, role: RoleName): Promise<void> {
    return this.#choose(this.getRole(name), role)
  }

  /** Chooses an item of a member's menu. */
  async act(name: string, what: string): Promise<void> {
    await this.dialog.getByRole('button', { name: `Actions for ${name}` }).click()
    await this.#page.getByRole('menuitem', { name: what }).click()
  }

  close(): Promise<void> {
    return this.dialog.getByRole('button', { name: 'Close' }).first().click()
  }

  async #choose(select: Locator, role: RoleName): Promise<void> {
    await select.click()
    await this.#page.getByRole('option', { name: role }).click()
  }
}
