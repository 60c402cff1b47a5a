import { basePath } from '@tavla/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type EmailLanguage, emailLanguage } from '../ports/mail/email.ts'
import { type Answer, send } from './errors.ts'
import { newNonce } from './headers.ts'

interface Texts {
  readonly missing: string
  readonly missingHint: string
  readonly failed: string
  readonly failedHint: string
  readonly back: string
}

const texts: Readonly<Record<EmailLanguage, Texts>> = {
  en: {
    missing: 'Page not found',
    missingHint: 'The link is incorrect, or the page no longer exists.',
    failed: 'Something went wrong',
    failedHint: 'The server couldn’t show this page. Try again in a moment.',
    back: 'Back to boards',
  },
  de: {
    missing: 'Seite nicht gefunden',
    missingHint: 'Der Link ist falsch, oder die Seite existiert nicht mehr.',
    failed: 'Etwas ist schiefgelaufen',
    failedHint: 'Der Server konnte diese Seite nicht anzeigen. Versuche es gleich noch einmal.',
    back: 'Zurück zu den Tafeln',
  },
  sv: {
    missing: 'Sidan hittades inte',
    missingHint: 'Länken är felaktig, eller så finns sidan inte längre.',
    failed: 'Något gick fel',
    failedHint: 'Servern kunde inte visa sidan. Försök igen om en stund.',
    back: 'Tillbaka till tavlorna',
  },
}

const STYLE = `:root{color-scheme:light dark;--paper:#FAF9F6;--ink:#1E2227;--muted:#5B616A;--accent:#C4472B;--on:#fff;--focus:#5B5FD6}
@media(prefers-color-scheme:dark){:root{--paper:#17181A;--ink:#ECEAE4;--muted:#A5A8AD;--accent:#E7775D;--on:#17181A;--focus:#8F8CF5}}
body{margin:0;min-height:100svh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 Inter,system-ui,sans-serif}
main{max-width:24rem;padding:1.5rem;text-align:center}h1{font-size:1.44rem;line-height:1.25;margin:0 0 .5rem}p{margin:0 0 1.5rem;color:var(--muted)}
a{display:inline-block;padding:.5rem 1rem;border:1px solid transparent;border-radius:6px;background:var(--accent);color:var(--on);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`

/** Somebody who opened a URL reads a page; programs, which ask for anything or for JSON, get the envelope. */
const asksForPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

/** The first that is asked for, when it is one of ours. */
const getLanguage = ({ headers }: FastifyRequest): EmailLanguage =>
  emailLanguage(headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? '')

/** Says what went wrong outside of a call: as a page to people, in their language, and as the envelope to programs. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', vary: 'accept, accept-language' })
  if (!asksForPage(request)) return send(reply, answer)
  const nonce = newNonce()
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(getPage(getLanguage(request), answer.status < 500, nonce))
}

function getPage(lang: EmailLanguage, isMissing: boolean, nonce: string): string {
  const { missing, missingHint, failed, failedHint, back } = texts[lang]
  const [title, hint] = isMissing ? [missing, missingHint] : [failed, failedHint]
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tavla</title>
<style nonce="${nonce}">${STYLE}</style>
<main><h1>${title}</h1><p>${hint}</p><a href="${basePath}/">${back}</a></main></html>`
}
