import { lifetimes } from '@tavla/contract'
import type { App } from '../../context.ts'
import { equalSecrets } from '../../secrets.ts'
import {
  findUrlHolder,
  type SignedFor,
  type SignedQuery,
  signQuery,
  type UrlHolder,
} from '../account/index.ts'

export interface UploadFacts {
  readonly id: string
  /** SHA-256 that the sender announced, hex; empty: none. */
  readonly hash: string
}

const toPut = ({ id, hash }: UploadFacts): SignedFor => ({ purpose: 'file-put', facts: [id, hash] })
const toGet = (id: string): SignedFor => ({ purpose: 'file-get', facts: [id] })

export function getUploadUrl(app: App, upload: UploadFacts, holder: UrlHolder): string {
  const until = app.clock.now() + lifetimes.reservedUploadMs
  return `/api/file/put/${upload.id}?h=${upload.hash}&${signQuery(app, toPut(upload), holder, until)}`
}

/** Who may put bytes to this address; null when it does not hold, or no longer. */
export const opensUpload = (app: App, id: string, query: SignedQuery): Promise<string | null> =>
  findUrlHolder(app, toPut({ id, hash: query['h'] ?? '' }), query)

/** For this person, as long as their session lasts and they may see the file. */
export function getDownloadUrl(app: App, id: string, holder: UrlHolder): string {
  const until = app.clock.now() + lifetimes.downloadLinkMs
  return `/api/file/get/${id}?${signQuery(app, toGet(id), holder, until)}`
}

/** A `t` opens the same file by itself, so what is derived from it ends with it. */
export const sharedUrl = (id: string, t: string): string => `/api/file/get/${id}?t=${encodeURIComponent(t)}`

/** Whose right to see the file the address stands for; null when it does not hold, or no longer. */
export async function opensDownload(app: App, id: string, query: SignedQuery): Promise<string | null> {
  const { t } = query
  return t === undefined ? findUrlHolder(app, toGet(id), query) : opensFile(app, id, t)
}

const tokenSignature = (app: App, id: string, uid: string, until: number): string =>
  app.cipher.derive('file-token', [id, uid, until].join('\n')).toString('base64url')

/** A `t`: lets anyone who holds it read one file until then, as long as the person who made it may see that file. */
export const fileToken = (app: App, id: string, uid: string, until: number): string =>
  `f.${id}.${uid}.${until}.${tokenSignature(app, id, uid, until)}`

/** Who made this `t`; null when it opens nothing. */
export function opensFile(app: App, id: string, token: string): string | null {
  const [kind, named, uid = '', end = '', given = '', ...rest] = token.split('.')
  const until = Number(end)
  if (kind !== 'f' || named !== id || rest.length > 0) return null
  return until > app.clock.now() && equalSecrets(given, tokenSignature(app, id, uid, until)) ? uid : null
}
