import { urls, KnownEmail, SocialProvider, socialNames } from '@tavla/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../../ports/mail/email.ts'
import { getName } from '../../ports/social/name.ts'
import { STAND_IN_PATH, type LocalProvider } from '../../ports/social/local-provider.ts'
import type { RawQuery } from '../input.ts'
import { isFromHere, sendLocalPage } from './local.ts'

const STYLE = `form{display:grid;gap:1rem;max-width:24rem}label{display:grid;gap:.25rem}
label.line{display:flex;gap:.5rem;align-items:center}input,button{font:inherit;padding:.5rem}`

/** What the authorization URL contains; a forged one has a state that no tab waits for. */
const ProviderRequest = z.object({
  provider: SocialProvider,
  state: z.string().regex(/^[\w-]{1,100}$/),
  challenge: z.string().regex(/^[\w-]{43}$/),
})

const Answer = ProviderRequest.extend({
  email: z.union([z.literal(''), KnownEmail]),
  name: z.string().max(200),
  verified: z.literal('1').optional(),
})

/** A stand-in for identity providers on this machine: the page asks who to sign in as. */
export function serveLocalProvider(server: FastifyInstance, standIn: LocalProvider): void {
  server.get(STAND_IN_PATH, (request, reply) => {
    const asked = ProviderRequest.safeParse((request.query as RawQuery).values)
    if (!isFromHere(request) || !asked.success) return reply.callNotFound()
    const title = `Test sign-in for ${socialNames[asked.data.provider]}`
    return sendLocalPage(reply, { title, style: STYLE, body: standInBody(asked.data) })
  })
  server.post(STAND_IN_PATH, (request, reply) => {
    const answer = Answer.safeParse(request.body)
    if (!isFromHere(request) || !answer.success) return reply.callNotFound()
    const { provider, state, challenge, email, name, verified } = answer.data
    const code = standIn.giveCode(provider, challenge, {
      email: email === '' ? null : email.toLowerCase(),
      emailVerified: email !== '' && verified !== undefined,
      name: getName(name),
    })
    return reply.redirect(urls.social(provider, { code, state }), 303)
  })
}

function standInBody({ provider, state, challenge }: z.infer<typeof ProviderRequest>): string {
  const name = socialNames[provider]
  const hidden = Object.entries({ provider, state, challenge }).map(
    ([field, value]) => `<input type="hidden" name="${field}" value="${escapeHtml(value)}">`,
  )
  return `<p>This is not ${name}. It is a test page on this computer that replaces ${name} while no credentials are
set up. Nothing is checked or sent anywhere. Sign in as anyone; the same email is always the same person.</p>
<form method="post" action="${STAND_IN_PATH}">${hidden.join('')}
<label>Name<input name="name" value="Ada Lovelace" maxlength="60" autocomplete="off"></label>
<label>Email<input name="email" type="email" value="ada@example.com" autocomplete="off"></label>
<label class="line"><input type="checkbox" name="verified" value="1" checked>${name} has verified this address</label>
<button>Continue to Tavla</button>
</form>
<p><a href="${escapeHtml(urls.social(provider, { error: 'access_denied', state }))}">Cancel</a></p>`
}
