import type { Actor, App } from '../../context.ts'
import { equalSecrets } from '../../secrets.ts'

/** Purpose and subject of a signed URL; each combination has its own signature. */
export interface SignedScope {
  readonly purpose: 'file-put' | 'file-get' | 'archive' | 'board-picture'
  readonly fields: readonly string[]
}

export type SignedQuery = Readonly<Record<string, string>>

/** The session that a URL is signed for. */
export type UrlHolder = Pick<Actor, 'uid' | 'sessionId' | 'generation'>

const getSignature = (
  app: App,
  { purpose, fields }: SignedScope,
  session: string,
  generation: string,
  until: string,
) => app.cipher.derive(purpose, [session, generation, until, ...fields].join('\n')).toString('base64url')

/** Query of a URL that needs no token: it names its session and ends with it. */
export function signQuery(
  app: App,
  what: SignedScope,
  { sessionId, generation }: UrlHolder,
  until: number,
): string {
  const signature = getSignature(app, what, sessionId, String(generation), String(until))
  return `n=${sessionId}&g=${generation}&e=${until}&s=${signature}`
}

/** The uid that such a URL was signed for; null when it is invalid, expired or its session has ended. */
export async function findUrlHolder(app: App, what: SignedScope, query: SignedQuery): Promise<string | null> {
  const { n = '', g = '', e = '', s = '' } = query
  if (!(Number(e) > app.clock.now()) || !equalSecrets(s, getSignature(app, what, n, g, e))) return null
  const session = await app.db.sql
    .selectFrom('sessions')
    .select('uid')
    .where('id', '=', n)
    .where('generation', '=', Number(g))
    .where('expires_at', '>', app.clock.now())
    .executeTakeFirst()
  return session?.uid ?? null
}
