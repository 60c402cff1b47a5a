import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../ports/mail/email.ts'
import { newNonce } from '../headers.ts'

/** Headers that proxies and CDNs add. */
const FORWARDED =
  /^(via|forwarded|x-forwarded(-.*)?|x-original-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fastly-client-ip|cf-.*|cdn-loop)$/
const OCTET = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const LOCAL_HOST = new RegExp(`^(localhost|127(\\.${OCTET}){3}|\\[::1\\])(:\\d{1,5})?$`, 'i')

/**
 * Stand-ins grant everything to anyone, so they answer only direct requests on loopback names: no proxy,
 * and no other host name (a foreign page could resolve its own name to 127.0.0.1).
 */
export function isFromHere({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return !Object.keys(headers).some((name) => FORWARDED.test(name)) && LOCAL_HOST.test(headers.host ?? '')
}

export interface LocalPage {
  readonly title: string
  readonly style: string
  /** The caller escapes text from outside. */
  readonly body: string
}

/** A page for development on this machine: no scripts, inline styles, forms to this server only. */
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
