import { lifetimes } from '@tavla/contract'
import type { App } from '../../context.ts'
import { equalSecrets } from '../../secrets.ts'
import {
  findUrlHolder,
  type SignedScope,
  type SignedQuery,
  signQuery,
  type UrlHolder,
} from '../account/index.ts'

export interface UploadFields {
  readonly id: string
  /** SHA-256 that the sender declared, hex; empty: none. */
  readonly hash: string
}

const signPut = ({ id, hash }: UploadFields): SignedScope => ({ purpose: 'file-put', fields: [id, hash] })
const signGet = (id: string): SignedScope => ({ purpose: 'file-get', fields: [id] })

export function getUploadUrl(app: App, upload: UploadFields, holder: UrlHolder): string {
  const until = app.clock.now() + lifetimes.reservedUploadMs
  return `/api/file/put/${upload.id}?h=${upload.hash}&${signQuery(app, signPut(upload), holder, until)}`
}

/** The uid that may upload to this URL; null when it is invalid or expired. */
export const findUploader = (app: App, id: string, query: SignedQuery): Promise<string | null> =>
  findUrlHolder(app, signPut({ id, hash: query['h'] ?? '' }), query)

/** Valid for this session, as long as the person has access to the file. */
export function getDownloadUrl(app: App, id: string, holder: UrlHolder): string {
  const until = app.clock.now() + lifetimes.downloadLinkMs
  return `/api/file/get/${id}?${signQuery(app, signGet(id), holder, until)}`
}

/** A `t` token works without a session; whatever is derived from it ends with it. */
export const sharedUrl = (id: string, t: string): string => `/api/file/get/${id}?t=${encodeURIComponent(t)}`

/** The uid whose access the URL depends on; null when it is invalid or expired. */
export async function findDownloader(app: App, id: string, query: SignedQuery): Promise<string | null> {
  const { t } = query
  return t === undefined ? findUrlHolder(app, signGet(id), query) : findTokenMaker(app, id, t)
}

const tokenSignature = (app: App, id: string, uid: string, until: number): string =>
  app.cipher.derive('file-token', [id, uid, until].join('\n')).toString('base64url')

/**
 * A `t` token: gives access to one file until it expires, as long as the person who created it has access.
 */
export const fileToken = (app: App, id: string, uid: string, until: number): string =>
  `f.${id}.${uid}.${until}.${tokenSignature(app, id, uid, until)}`

/** Who created this `t` token; null when it is invalid. */
export function findTokenMaker(app: App, id: string, token: string): string | null {
  const [kind, named, uid = '', end = '', given = '', ...rest] = token.split('.')
  const until = Number(end)
  if (kind !== 'f' || named !== id || rest.length > 0) return null
  return until > app.clock.now() && equalSecrets(given, tokenSignature(app, id, uid, until)) ? uid : null
}
