import { expect, type Locator, type Page } from '@playwright/test'

/** The login page: sign in, sign up, forgotten password and guest. */
export class LoginPage {
  readonly email: Locator
  readonly password: Locator
  readonly name: Locator
  readonly failure: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.email = page.getByLabel('Email')
    this.password = page.getByRole('textbox', { name: 'Password' })
    this.name = page.getByLabel('Your name')
    this.failure = page.getByRole('alert')
  }

  async shown(): Promise<void> {
    await expect(this.#page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.#press('Sign in')
  }

  async signUp(person: { name: string; email: string; password: string }): Promise<void> {
    await this.#press('Create account')
    await this.name.fill(person.name)
    await this.email.fill(person.email)
    await this.password.fill(person.password)
    await this.#press('Create account')
  }

  async comeInAsGuest(name: string): Promise<void> {
    await this.#press('Continue as guest')
    await this.name.fill(name)
    await this.#press('Continue as guest')
  }

  async forgot(email: string): Promise<void> {
    await this.#press('Forgot password?')
    await this.email.fill(email)
    await this.#press('Send link')
    await expect(this.#page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  }

  #press(name: string): Promise<void> {
    return this.#page.getByRole('button', { name, exact: true }).click()
  }
}

/** The account menu, which every page has. */
export class AccountMenu {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async openSettings(): Promise<void> {
    await this.open()
    await this.#page.getByRole('menuitem', { name: 'Profile and settings' }).click()
    await expect(this.#page.getByRole('heading', { name: 'Profile and settings' })).toBeVisible()
  }

  async logOut(): Promise<void> {
    await this.open()
    await this.#page.getByRole('menuitem', { name: 'Sign out' }).click()
  }

  async open(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Account: / }).click()
  }
}
