import { expect } from '@playwright/test'

interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The newest email to an address whose text matches, from the local inbox; polls until it arrives. */
export async function findEmail(origin: string, email: string, fits: RegExp): Promise<string> {
  let found = ''
  await expect
    .poll(
      async () => {
        const { list } = (await (await fetch(`${origin}/dev/inbox.json`)).json()) as { list: Email[] }
        found = list.find((message) => message.to === email && fits.test(message.text))?.text ?? ''
        return found
      },
      { message: `a letter to ${email} like ${fits}` },
    )
    .not.toBe('')
  return found
}

/** The six-digit code in the newest email to an address. */
export async function mailedCode(origin: string, email: string): Promise<string> {
  const code = /\b\d{6}\b/
  return code.exec(await findEmail(origin, email, code))?.[0] ?? ''
}

/** The link in the newest email to an address that leads to this page of the app. */
export async function mailedLink(origin: string, email: string, page: string): Promise<string> {
  const link = new RegExp(`https?://\\S+/app/${page}\\S*`)
  return link.exec(await findEmail(origin, email, link))?.[0] ?? ''
}
