import type { OpenIdPerson } from './openid-server.ts'

/** What the provider sent back to the return address, by query or by form. */
export type ReturnUrl = Readonly<Record<string, string>>

/** Goes where a browser would go, says who one is, and stops at the way back. `null` calls it off there. */
export async function signInAt(address: string, person: OpenIdPerson | null): Promise<ReturnUrl> {
  const cookies = new Map<string, string>()
  let next: { readonly url: string; readonly form?: URLSearchParams } = { url: address }
  const home = new URL(address).origin
  for (let hops = 0; hops < 10; hops++) {
    const url = new URL(next.url, home)
    if (url.origin !== home) return Object.fromEntries(url.searchParams)
    const answer = await fetch(url, {
      method: next.form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: next.form ?? null,
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    const text = await answer.text()
    if (location !== null) next = { url: location }
    else if (text.includes('<h1>Test provider</h1>')) next = { url: url.href, form: getAnswer(person) }
    // A refusal by form comes with status 400.
    else if (answer.ok || text.includes('name="state"')) return findForm(text)
    else throw new Error(`The provider answered ${answer.status}: ${text.slice(0, 500)}`)
  }
  throw new Error('The provider leads in circles')
}

function getAnswer(person: OpenIdPerson | null): URLSearchParams {
  if (person === null) return new URLSearchParams({ deny: '1' })
  return new URLSearchParams(
    Object.entries(person).map(([name, value]): [string, string] => [name, String(value)]),
  )
}

/** The fields that a form would post to the return address. */
function findForm(html: string): ReturnUrl {
  const fields = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"\/?>/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name ?? '', value ?? '']))
}
