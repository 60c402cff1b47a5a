import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { escapeHtml } from '../../ports/mail/email.ts'
import type { LocalInbox, LocalMail } from '../../ports/mail/local-inbox.ts'
import { isFromHere, sendLocalPage } from './local.ts'

/** Emails use inline styles; a displayed email can load nothing, run nothing and has an opaque origin. */
const EMAIL_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
const STYLE =
  'article{border-top:1px solid #8886;padding:1rem 0}h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;overflow-wrap:anywhere}'

/** The local inbox, a development stand-in for email; it shows password reset links, too. */
export function serveInbox(server: FastifyInstance, app: Pick<App, 'origin'>, inbox: LocalInbox): void {
  server.get('/dev/inbox', async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    const body = inboxBody(await inbox.list(), app.origin)
    return sendLocalPage(reply, { title: 'Local inbox', style: STYLE, body })
  })
  server.get<{ Params: { id: string } }>('/dev/inbox/:id', async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    const mail = (await inbox.list()).find(({ id }) => id === request.params.id)
    if (!mail) return reply.callNotFound()
    return reply
      .headers({ 'content-security-policy': EMAIL_POLICY, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(withOwnLinks(mail.html, app.origin))
  })
  server.get('/dev/inbox.json', async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').send({ list: await inbox.list() })
  })
}

function inboxBody(mails: readonly LocalMail[], origin: string): string {
  const items = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p><b>To</b> ${escapeHtml(mail.to)} · <time>${new Date(mail.created_at).toISOString()}</time>${mail.html && ` · <a href="/dev/inbox/${mail.id}">view as email</a>`}</p>
<pre>${withLinks(escapeHtml(mail.text), origin)}</pre></article>`,
  )
  return `<p>A test inbox on this computer. None of these emails were sent.</p>
${items.join('\n') || '<p>No emails yet.</p>'}`
}

/** Emails contain text from people, so only this server's own URLs become links. */
function isOwn(escaped: string, origin: string): boolean {
  const url = escaped.replaceAll('&amp;', '&')
  return URL.canParse(url) && new URL(url).origin === origin
}

/** Works on escaped text: a URL ends at the first whitespace or escaped character other than `&amp;`. */
const withLinks = (escaped: string, origin: string): string =>
  escaped.replace(/https?:\/\/(?:&amp;|[^\s&])+/g, (url) =>
    isOwn(url, origin) ? `<a href="${url}">${url}</a>` : url,
  )

/** Removes other links of an email, such as those of a former port of this server. */
const withOwnLinks = (html: string, origin: string): string =>
  html.replace(/ href="([^"]*)"/g, (whole, url: string) => (isOwn(url, origin) ? whole : ''))
