import { basePath } from '@tavla/contract'
import { getTexts, type Texts } from '@tavla/locales/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, send } from './errors.ts'
import { newNonce } from './headers.ts'

const STYLE = `:root{color-scheme:light dark;--paper:#FAF9F6;--ink:#1E2227;--muted:#5B616A;--accent:#C4472B;--on:#fff;--focus:#5B5FD6}
@media(prefers-color-scheme:dark){:root{--paper:#17181A;--ink:#ECEAE4;--muted:#A5A8AD;--accent:#E7775D;--on:#17181A;--focus:#8F8CF5}}
body{margin:0;min-height:100svh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 Inter,system-ui,sans-serif}
main{max-width:24rem;padding:1.5rem;text-align:center}h1{font-size:1.44rem;line-height:1.25;margin:0 0 .5rem}p{margin:0 0 1.5rem;color:var(--muted)}
a{display:inline-block;padding:.5rem 1rem;border:1px solid transparent;border-radius:6px;background:var(--accent);color:var(--on);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`

/** Browsers get a page; programs, which accept anything or JSON, get the envelope. */
const asksForPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

/** The first requested language, if it is supported. */
const getPageTexts = ({ headers }: FastifyRequest): Texts =>
  getTexts(headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? '')

/** Reports an error outside of a call: as a localized page to people, as the envelope to programs. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', vary: 'accept, accept-language' })
  if (!asksForPage(request)) return send(reply, answer)
  const nonce = newNonce()
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(getPage(getPageTexts(request), answer.status < 500, nonce))
}

function getPage({ language, t }: Texts, isMissing: boolean, nonce: string): string {
  const [title, hint] = isMissing
    ? [t('pages:missing'), t('pages:missingHint')]
    : [t('pages:failed'), t('pages:failedHint')]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tavla</title>
<style nonce="${nonce}">${STYLE}</style>
<main><h1>${title}</h1><p>${hint}</p><a href="${basePath}/">${t('pages:back')}</a></main></html>`
}
