import type { Call, CallAnswer, CallCodes, CallRequest, RefusalName, Role } from '@tavla/contract'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Drawings } from './drawing/drawings.ts'
import type { Figures } from './figures.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Passwords } from './passwords.ts'
import type { Boards } from './ports/boards/port.ts'
import type { Clock } from './ports/clock/port.ts'
import type { Files } from './ports/files/port.ts'
import type { MailPort } from './ports/mail/port.ts'
import type { Pages } from './ports/pages/port.ts'
import type { Payments } from './ports/payments/create.ts'
import type { Push } from './ports/push/port.ts'
import type { Random } from './ports/random/port.ts'
import type { SocialPorts } from './ports/social/port.ts'
import type { Tracing } from './ports/tracing/port.ts'
import type { Voice } from './ports/voice/port.ts'
import type { RateLimits } from './rate-limits/limiter.ts'
import type { RefusalData } from './refusals.ts'
import type { Cipher } from './secrets.ts'

/** What `/readyz` asks of the parts that run by themselves. */
export interface Readiness {
  /** It has looked for jobs within the last minute. */
  worker(): boolean
  /** The process may open boards. */
  lease(): boolean
}

/** The services of a running server that features use. */
export interface App {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly figures: Figures
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly rateLimits: RateLimits
  readonly cipher: Cipher
  readonly passwords: Passwords
  readonly mail: MailPort
  readonly files: Files
  /** Null: the operator does not want requests to other people's pages. */
  readonly pages: Pages | null
  /** Null: nothing can be bought. */
  readonly payments: Payments | null
  readonly social: SocialPorts
  /** Renders boards in a worker thread. */
  readonly drawings: Drawings
  /** Replaced once, when worker and realtime have started. */
  readiness: Readiness
  /** Replaced once, when realtime attaches. */
  push: Push
  /** Replaced once, when realtime attaches. */
  boards: Boards
  /** Replaced once, when voice rooms attach. */
  voice: Voice
  /** Public origin, such as `https://tavla.example.com`; known once the server listens. */
  origin: string
}

/** The caller: the session that belongs to the token. */
export interface Actor {
  readonly uid: string
  readonly kind: 'full' | 'guest'
  /** Null except for sessions of administration, which cannot be used for anything else. */
  readonly administration: {
    /** When the password was last entered. */
    readonly provedAt: number
    /** The server requires a second factor that is not set up yet. */
    readonly mustSetUp: boolean
  } | null
  readonly lang: string
  readonly sessionId: string
  /** Of the session; URLs that are signed for it carry this number. */
  readonly generation: number
}

/** The actor's access to the space that the call names. */
export interface SpaceAccess {
  readonly wid: string
  readonly role: Role
}

export type Refuse<Names extends RefusalName> = <Name extends Names>(
  name: Name,
  data?: RefusalData<Name>,
) => never

type CallActor<C extends Call> = C['auth'] extends 'none'
  ? null
  : C['auth'] extends 'opt'
    ? Actor | null
    : Actor

/** What a handler receives: the server's services, the caller, and the refusals that its call declares. */
export interface Context<C extends Call = Call> {
  readonly app: App
  readonly actor: CallActor<C>
  readonly space: C['auth'] extends Role ? SpaceAccess : null
  /** Client's IP address, for rate limits and new-device emails. */
  readonly address: string
  /** The request came from this machine without a proxy: development stand-ins are offered to nobody else. */
  readonly fromHere: boolean
  readonly agent: string
  /** The unparsed body and its signature, for calls marked `rawBody`; else null. */
  readonly signedBody: SignedBody | null
  readonly refuse: Refuse<
    CallCodes<C> | (C extends { readonly fullOnly: true } ? 'guest_not_allowed' : never)
  >
}

export interface SignedBody {
  readonly text: string
  readonly signature: string
}

/** A file of a multipart body. */
export interface UploadedFile {
  readonly filename: string
  readonly bytes: Uint8Array
}

type CallFile<C extends Call> = C['file'] extends 'required'
  ? { readonly file: UploadedFile }
  : C['file'] extends 'optional'
    ? { readonly file: UploadedFile | null }
    : unknown

export type Handler<C extends Call> = (
  ctx: Context<C>,
  request: CallRequest<C> & CallFile<C>,
) => Promise<CallAnswer<C>>

/** One handler for each call of a group; a missing one does not compile. */
export type Handlers<Group extends Readonly<Record<string, Call>>> = {
  readonly [Name in keyof Group]: Handler<Group[Name]>
}
