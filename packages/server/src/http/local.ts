import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../ports/mail/letter.ts'
import { newNonce } from './headers.ts'

const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/

/**
 * Stand-ins show and grant everything to whoever asks, so they answer only on this machine: never behind a proxy, never
 * under another host's name (a page elsewhere could point its own name at 127.0.0.1).
 */
export function isFromHere(request: FastifyRequest): boolean {
  return !FORWARDED.some((name) => name in request.headers) && LOCAL_HOST.test(request.headers.host ?? '')
}

export interface LocalPage {
  readonly title: string
  readonly style: string
  /** What came from outside is escaped by whoever writes it. */
  readonly body: string
}

/** A page of this machine: no script, its own style, forms to this server only. */
export function sendLocalPage(reply: FastifyReply, { title, style, body }: LocalPage): FastifyReply {
  const nonce = newNonce()
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – Tavla</title>
<style nonce="${nonce}">body{font:16px/1.5 system-ui;max-width:45rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
${style}</style>
<h1>${escapeHtml(title)}</h1>
${body}</html>`)
}
