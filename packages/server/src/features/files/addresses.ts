import { lifetimes } from '@tavla/contract'
import type { App } from '../../context.ts'
import { equalSecrets } from '../../secrets.ts'

/** Signed addresses: what one allows, for which file, until when. Another purpose never passes. */
type Purpose = 'file-put' | 'file-get' | 'file-token'

const signature = (app: App, purpose: Purpose, ...facts: readonly (string | number)[]): string =>
  app.seal.derive(purpose, facts.join('\n')).toString('base64url')

export interface UploadFacts {
  readonly id: string
  /** SHA-256 that the sender announced, hex; empty: none. */
  readonly hash: string
}

export function uploadAddress(app: App, { id, hash }: UploadFacts): string {
  const until = app.clock.now() + lifetimes.reservedUploadMs
  return `/api/file/put/${id}?e=${until}&h=${hash}&s=${signature(app, 'file-put', id, until, hash)}`
}

/** `uid`: for this person, as long as they may see the file; without it for whoever has the address. */
export function downloadAddress(app: App, id: string, uid = ''): string {
  const until = app.clock.now() + lifetimes.downloadLinkMs
  const facts = `e=${until}&u=${encodeURIComponent(uid)}`
  return `/api/file/get/${id}?${facts}&s=${signature(app, 'file-get', id, until, uid)}`
}

export type SignedQuery = Readonly<Record<string, string>>

export function opensUpload(app: App, id: string, { e = '', h = '', s = '' }: SignedQuery): boolean {
  return Number(e) > app.clock.now() && equalSecrets(s, signature(app, 'file-put', id, Number(e), h))
}

/** Whom the address was made for, empty for anybody; null when it does not hold. */
export function opensDownload(app: App, id: string, { e = '', u = '', s = '' }: SignedQuery): string | null {
  const holds = Number(e) > app.clock.now() && equalSecrets(s, signature(app, 'file-get', id, Number(e), u))
  return holds ? u : null
}

/** A `t`: lets whoever holds it read one file until then, and nothing else. */
export function fileToken(app: App, id: string, until: number): string {
  return `f.${id}.${until}.${signature(app, 'file-token', id, until)}`
}

export function opensFile(app: App, id: string, token: string): boolean {
  const [kind, named, until, given, ...rest] = token.split('.')
  if (kind !== 'f' || named !== id || given === undefined || rest.length > 0) return false
  return (
    Number(until) > app.clock.now() && equalSecrets(given, signature(app, 'file-token', id, Number(until)))
  )
}
