import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../ports/mail/letter.ts'
import type { LocalInbox, LocalMail } from '../ports/mail/local-inbox.ts'
import { isFromHere, sendLocalPage } from './local.ts'

/** A letter's looks stand at its elements; it can fetch nothing, run nothing and is nobody's origin. */
const LETTER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
const STYLE =
  'article{border-top:1px solid #8886;padding:1rem 0}h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;overflow-wrap:anywhere}'

/** The local stand-in for mail, which shows reset links, too. */
export function serveInbox(server: FastifyInstance, inbox: LocalInbox): void {
  server.get('/dev/inbox', async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    const body = inboxBody(await inbox.list())
    return sendLocalPage(reply, { title: 'Local inbox', style: STYLE, body })
  })
  server.get<{ Params: { id: string } }>('/dev/inbox/:id', async (request, reply) => {
    const mail = (await inbox.list()).find(({ id }) => id === request.params.id)
    if (!isFromHere(request) || !mail) return reply.callNotFound()
    return reply
      .headers({ 'content-security-policy': LETTER_POLICY, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(mail.html)
  })
  server.get('/dev/inbox.json', async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').send({ list: await inbox.list() })
  })
}

function inboxBody(mails: readonly LocalMail[]): string {
  const items = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p><b>To</b> ${escapeHtml(mail.to)} · <time>${new Date(mail.created_at).toISOString()}</time>${mail.html && ` · <a href="/dev/inbox/${mail.id}">as mail programs show it</a>`}</p>
<pre>${withLinks(escapeHtml(mail.text))}</pre></article>`,
  )
  return `<p>A stand-in for mail on this machine only: nothing here was sent to anybody.</p>
${items.join('\n') || '<p>No letters yet.</p>'}`
}

/** Works on escaped text: an address ends at the first blank or escaped sign that is no `&amp;`. */
const withLinks = (escaped: string): string =>
  escaped.replace(/https?:\/\/(?:&amp;|[^\s&])+/g, (address) => `<a href="${address}">${address}</a>`)
