import { type Auth, type Call, type CallGroups, isAtLeast, lifetimes, Role } from '@tavla/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, App, Context, SignedBody, SpaceAccess } from '../context.ts'
import { queued } from '../rate-limits/queued.ts'
import type { Bucket } from '../rate-limits/bucket.ts'
import { callBuckets, costlyCalls, networkBucket, queueLimits } from '../rate-limits/call-limits.ts'
import { Refused } from '../refusals.ts'
import { type Answer, getAnswer, answerOfError, send } from './errors.ts'
import { createIdempotency } from './idempotency.ts'
import { type ParsedInput, parseInput } from './input.ts'
import { isFromHere } from './local/local.ts'
import { getNetwork } from './local/network.ts'

/** Authentication and authorization for routes. */
export interface Guards {
  /** The session of a token; null: unknown or ended. */
  authenticate(token: string): Promise<Actor | null>
  /** Role in a space; null for strangers and unknown spaces alike. */
  authorize(uid: string, wid: string): Promise<{ readonly role: Role; readonly trashed: boolean } | null>
}

type AnyHandler = (ctx: Context, request: never) => Promise<unknown>
export type AnyHandlers = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>

/** A space in the trash can only be viewed, restored or deleted. */
const IN_TRASH: ReadonlySet<string> = new Set(['space.info', 'space.restore', 'space.remove'])
const MAX_KEY = 200

/** Registers a route for every call: authenticate, validate, authorize, handle, answer. */
export function mount(
  server: FastifyInstance,
  app: App,
  guards: Guards,
  calls: CallGroups,
  handlers: AnyHandlers,
): void {
  const once = createIdempotency(app)

  const limit = (buckets: readonly Bucket[]) => {
    const { retryAfter } = app.rateLimits.memory.reserve(buckets)
    if (retryAfter > 0) throw new Refused('too_many_requests', { retryAfter })
  }

  async function act(
    name: string,
    call: Call,
    handler: AnyHandler,
    request: FastifyRequest,
  ): Promise<Answer> {
    const address = getNetwork(request.ip)
    limit([networkBucket(address)])
    const known = await findActor(guards, call.auth, request)
    limit(callBuckets(name, known?.uid ?? null, address))
    const actor = requireActor(call, known, app.clock.now())
    const input = await parseInput(call, request)
    const space = await getSpace(guards, name, call, actor, input)
    if (call.fullOnly && actor?.kind === 'guest') throw new Refused('guest_not_allowed')
    const refuse = (reason: ConstructorParameters<typeof Refused>[0], data?: Refused['data']): never => {
      throw new Refused(reason, data)
    }
    const agent = request.headers['user-agent'] ?? ''
    // The contract's types tie actor, space and refusals to the call; here, where calls are handled
    // generically, they are erased.
    const fromHere = isFromHere(request)
    const isWanted = () => !request.raw.socket.destroyed
    const signedBody = getSignedBody(call, request)
    const ctx = { app, actor, space, address, fromHere, agent, signedBody, refuse } as unknown as Context
    const handle = () => handler(ctx, { query: input.query, body: input.body, file: input.file } as never)
    const run = async () => {
      const answer = await (actor && costlyCalls.has(name)
        ? queued(app.rateLimits.turns, `calls ${actor.uid}`, queueLimits.calls, handle, isWanted)
        : handle())
      const data = call.data.safeParse(answer)
      if (!data.success) throw new Error(`${name} answered what it does not declare: ${data.error.message}`)
      return getAnswer('ok', data.data)
    }
    const key = call.method === 'POST' ? request.headers['idempotency-key'] : undefined
    if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY) return run()
    const who = actor?.uid ?? address
    const bytes = input.file ? Buffer.from(input.file.bytes).toString('base64') : ''
    const asked = JSON.stringify([input.query, input.body]) + bytes
    return once({ key: JSON.stringify([who, name, key]), request: asked }, () =>
      run().catch((error: unknown) => answerOfError(error, app.log, request.id, name)),
    )
  }

  for (const [group, members] of Object.entries(calls)) {
    for (const [short, call] of Object.entries(members)) {
      const name = `${group}.${short}`
      const handler = handlers[group]?.[short]
      if (!handler) throw new Error(`No handler for ${name}`)
      server.route({
        method: call.method,
        url: call.path,
        config: { rawBody: call.rawBody === true },
        handler: async (request, reply) => {
          const startedAt = app.clock.now()
          const answer = await traceCall(app, name, call, request, () =>
            act(name, call, handler, request).catch((error: unknown) =>
              answerOfError(error, app.log, request.id, name),
            ),
          )
          const ms = app.clock.now() - startedAt
          app.metrics.countCall(name, answer.body.code, ms)
          app.log.debug('call', { call: name, request: request.id, code: answer.body.code, ms })
          return call.redirects && answer.status === 200 ? redirect(reply, answer) : send(reply, answer)
        },
      })
    }
  }
}

function traceCall(
  { tracing }: App,
  name: string,
  call: Call,
  request: FastifyRequest,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const attributes = {
    'http.request.method': call.method,
    'http.route': call.path,
    'tavla.request': request.id,
  }
  return tracing.trace({ name, kind: 'server', attributes, headers: request.headers }, async (span) => {
    const answer = await act()
    span.set({ 'http.response.status_code': answer.status, 'tavla.code': answer.body.code })
    if (answer.status >= 500) span.fail(answer.body.message)
    return answer
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is passed on as unparsed text. */
    rawBody?: boolean
  }
}

/** Only the payment provider signs bodies. */
function getSignedBody(call: Call, { body, headers }: FastifyRequest): SignedBody | null {
  const signature = headers['stripe-signature']
  if (!call.rawBody || typeof body !== 'string' || typeof signature !== 'string') return null
  return { text: body, signature }
}

function redirect(reply: FastifyReply, answer: Answer): FastifyReply {
  const { location } = answer.body.data as { location: string }
  return reply.redirect(location, 303)
}

/** The actor of the request's token; null without a valid one. */
async function findActor(guards: Guards, auth: Auth, request: FastifyRequest): Promise<Actor | null> {
  const token = request.headers['token']
  if (auth === 'none' || typeof token !== 'string' || token.length > MAX_KEY) return null
  return await guards.authenticate(token)
}

function requireActor(call: Call, actor: Actor | null, now: number): Actor | null {
  const { auth } = call
  // A session of administration is not valid for other calls.
  if (auth === 'none' || auth === 'opt') return actor?.administration ? null : actor
  if (!actor) throw new Refused('session_invalid')
  if (auth === 'administrator') return requireAdministrator(call, actor, now)
  if (actor.administration) throw new Refused('session_invalid')
  if (auth === 'full' && actor.kind === 'guest') throw new Refused('guest_not_allowed')
  if (auth === 'guest' && actor.kind !== 'guest') throw new Refused('forbidden')
  return actor
}

function requireAdministrator(call: Call, actor: Actor, now: number): Actor {
  const { administration } = actor
  if (!administration) throw new Refused('forbidden')
  if (administration.mustSetUp && !call.setUp) throw new Refused('forbidden', { reason: 'second_factor' })
  if (call.proved && now - administration.provedAt > lifetimes.adminProofMs)
    throw new Refused('forbidden', { reason: 'proof' })
  return actor
}

const isRole = (auth: Auth): auth is Role => Role.options.includes(auth as Role)

/** The call's space and the actor's role in it; strangers and unknown spaces get the same answer. */
async function getSpace(
  guards: Guards,
  name: string,
  call: Call,
  actor: Actor | null,
  input: ParsedInput,
): Promise<SpaceAccess | null> {
  if (!isRole(call.auth)) return null
  const [part, field] = (call.space ?? 'query.wid').split('.') as ['query' | 'body', string]
  const wid = (input[part] as Readonly<Record<string, unknown>>)[field]
  if (!actor || typeof wid !== 'string') throw new Error(`${name} names no space`)
  const access = await guards.authorize(actor.uid, wid)
  if (!access) throw new Refused('not_found')
  if (access.trashed && !(IN_TRASH.has(name) && isAtLeast(access.role, 'admin')))
    throw new Refused('not_found')
  if (!isAtLeast(access.role, call.auth)) throw new Refused('forbidden')
  return { wid, role: access.role }
}
