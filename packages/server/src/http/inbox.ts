import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '../ports/mail/letter.ts'
import type { LocalInbox, LocalMail } from '../ports/mail/local-inbox.ts'
import { newNonce } from './headers.ts'

const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]
/** A letter's looks stand at its elements; it can fetch nothing, run nothing and is nobody's origin. */
const LETTER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/

/**
 * The local stand-in for mail. It shows reset links to whoever asks, so it answers only on this machine: never behind a
 * proxy, never under another host's name (a page elsewhere could point its own name at 127.0.0.1).
 */
function isFromHere(request: FastifyRequest): boolean {
  return !FORWARDED.some((name) => name in request.headers) && LOCAL_HOST.test(request.headers.host ?? '')
}

export function serveInbox(server: FastifyInstance, inbox: LocalInbox): void {
  server.get('/dev/inbox', async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    const nonce = newNonce()
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(inboxPage(await inbox.list(), nonce))
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

function inboxPage(mails: readonly LocalMail[], nonce: string): string {
  const items = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p><b>To</b> ${escapeHtml(mail.to)} · <time>${new Date(mail.created_at).toISOString()}</time>${mail.html && ` · <a href="/dev/inbox/${mail.id}">as mail programs show it</a>`}</p>
<pre>${withLinks(escapeHtml(mail.text))}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Local inbox – Tavla</title>
<style nonce="${nonce}">body{font:16px/1.5 system-ui;max-width:45rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
article{border-top:1px solid #8886;padding:1rem 0}h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
<h1>Local inbox</h1>
<p>A stand-in for mail on this machine only: nothing here was sent to anybody.</p>
${items.join('\n') || '<p>No letters yet.</p>'}</html>`
}

/** Works on escaped text: an address ends at the first blank or escaped sign that is no `&amp;`. */
const withLinks = (escaped: string): string =>
  escaped.replace(/https?:\/\/(?:&amp;|[^\s&])+/g, (address) => `<a href="${address}">${address}</a>`)
