import { findMissingProgram } from '../../tools/find-desktop.ts'
import { getApi } from './api.ts'
import { Desktop, type DesktopApp } from './desktop-app.ts'
import { test } from './test.ts'

const missing = findMissingProgram()
// Vitest's and Playwright's reports count a skipped test as failed, so a machine without a display prints why
// instead.
if (missing !== undefined) console.warn(`NOT RUN: the desktop app's tests need ${missing}`)

/** Whether the desktop app can be tested here. */
export const hasDesktop = missing === undefined

/** A test on a virtual desktop. */
export const desktopTest = test.extend<{ desktop: Desktop }>({
  desktop: async ({}, use) => {
    const desktop = await Desktop.start()
    await use(desktop)
    await desktop.dispose()
  },
})

/** Signs the app in without the steps of a sign-in; its page is the home afterwards. */
export async function signInApp({ page }: DesktopApp, token: string, url: string): Promise<void> {
  const userinfo = { ...(await getApi(url, token).auth.loggedin({ token })), token }
  await page.getByText('Sign in to see your boards').waitFor()
  await page.evaluate((text) => localStorage.setItem('userinfo', text), JSON.stringify(userinfo))
  await page.goto(`${url}/app/pcapp`)
}
