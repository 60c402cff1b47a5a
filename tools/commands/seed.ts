import {
  type Call,
  type Client,
  calls,
  createClient,
  type OutgoingCall,
  Refusal,
} from '../../packages/contract/src/index.ts'

// "npm run seed": fills a running server with three people and a few spaces, through the same typed client as the web. It
// is a smoke test as well: what the server answers must be as the contract declares it.

const origin = (process.argv[2] ?? process.env.PUBLIC_URL ?? 'http://127.0.0.1:3000').replace(/\/$/, '')
const password = 'a quiet nordic studio'
const lang = 'en'

interface Person {
  readonly name: string
  readonly email: string
  readonly api: Client<typeof calls>
}

/** A client that sends as one person; without a token until they signed in. */
function getClient(token: () => string | undefined): Client<typeof calls> {
  return createClient(calls, async ({ call, url: address, body }: OutgoingCall) => {
    const answer = await fetch(`${origin}${address}`, {
      method: call.method,
      headers: getHeaders(call, token()),
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return answer.json()
  })
}

function getHeaders(call: Call, token: string | undefined): Record<string, string> {
  return {
    ...(call.body === null ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { token }),
  }
}

/** Registers somebody, or signs them in when an earlier seed made them. */
async function person(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.org`
  const session: { token?: string } = {}
  const api = getClient(() => session.token)
  const signedIn = await api.auth
    .register({ query: { lang }, body: { email, password, name } })
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.codeName === 'email_taken')
        return api.auth.login({ body: { email, password } })
      throw error
    })
  session.token = signedIn.token
  return { name, email, api }
}

/** A space of this name, new or from an earlier seed. */
async function space(owner: Person, name: string): Promise<string> {
  const { list } = await owner.api.space.list({ query: {} })
  const known = list.find((one) => one.name === name)
  return known?.wid ?? (await owner.api.space.create({ body: { name } })).wid
}

async function admit(owner: Person, wid: string, guest: Person, role: 'editor' | 'viewer'): Promise<void> {
  const { token } = await owner.api.space.inviteLink({ query: { wid, role } })
  await guest.api.space.acceptInvite({ body: { token } })
}

const health = await fetch(`${origin}/healthz`).catch(() => undefined)
if (!health?.ok) {
  process.stderr.write(
    `No Tavla answers at ${origin}. Start one by "npm start", or name another: npm run seed -- ADDRESS\n`,
  )
  process.exit(1)
}
const [ada, bo, cleo] = [await person('Ada'), await person('Bo'), await person('Cleo')]
const studio = await space(ada, 'Studio')
const garden = await space(ada, 'Garden plan')
const reading = await space(bo, 'Reading circle')
await admit(ada, studio, bo, 'editor')
await admit(ada, studio, cleo, 'viewer')
await admit(ada, garden, cleo, 'editor')
await admit(bo, reading, ada, 'editor')
await ada.api.space.star({ body: { wid: studio, on: true } })

const words = [ada, bo, cleo].map(({ name, email }) => `  ${name}: ${email}`)
process.stdout.write(
  `${origin}/app/ has three people, all with the password "${password}":\n${words.join('\n')}\n`,
)
