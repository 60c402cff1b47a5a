import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { SocialProvider } from '@tavla/contract'
import { voiceFrameLimits } from '@tavla/contract/voice'
import { z } from 'zod'
import { StartRefused } from './db/database-errors.ts'

const port = z.coerce.number().int().min(0).max(65_535)

/** An origin: scheme and host, nothing after it. */
const origin = z
  .string()
  .refine((value) => isOrigin(value), 'must be an http or https address without a path')
  .transform((value) => new URL(value).origin)

function isOrigin(value: string): boolean {
  if (!/^https?:/.test(value) || !URL.canParse(value)) return false
  return new URL(value).origin === value.replace(/\/$/, '')
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Identity providers need HTTPS; plain HTTP is allowed only on loopback, where nobody can intercept it. */
const issuer = z.url({ protocol: /^https?$/ }).refine((value) => {
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || isLoopback(hostname)
}, 'must be an https address')

/** Environment files have one line per variable, so line breaks may be written as \\n. */
const ecKey = z
  .string()
  .transform((value) => value.replaceAll('\\n', '\n'))
  .refine(isEcKey, 'must be the PEM text of a P-256 private key')

function isEcKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Longer proxy chains are a configuration mistake. */
const MAX_HOPS = 10

/** Never "trust all": clients can write the left end of the forwarded header themselves. */
const trustProxy = z.string().transform((value, ctx): number | readonly string[] => {
  if (/^\d+$/.test(value) && Number(value) <= MAX_HOPS) return Number(value)
  const networks = value.split(',').map((network) => network.trim())
  if (networks.every((network) => isNetwork(network))) return networks
  const message = `must be the number of proxies in front (0 to ${MAX_HOPS}) or their networks, such as 10.0.0.0/8,fd00::/8`
  ctx.addIssue({ code: 'custom', message })
  return z.NEVER
})

function isNetwork(value: string): boolean {
  const [ip = '', prefix, ...more] = value.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(ip)] ?? 0
  if (bits === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits)
}

/** `name=value` pairs, separated by commas; values are percent-encoded. */
const traceHeaders = z.string().transform((value, ctx): Readonly<Record<string, string>> => {
  const pairs = value.split(',').map((pair) => /^\s*([\w-]+)=(.*)$/.exec(pair))
  try {
    if (pairs.every((pair) => pair !== null))
      return Object.fromEntries(pairs.map(([, name, text = '']) => [name, decodeURIComponent(text).trim()]))
  } catch {
    // The value is not percent-encoded UTF-8.
  }
  ctx.addIssue({ code: 'custom', message: 'must be name=value pairs, separated by commas' })
  return z.NEVER
})

const given = z.string().min(1).optional()

const HOUR_MS = 3_600_000
/** `24h` */
const hours = z
  .string()
  .regex(/^[1-9]\d{0,3}h$/, 'must be a number of hours, such as 24h')
  .transform((value) => Number.parseInt(value, 10) * HOUR_MS)

/** `14 daily, 8 weekly`; either part may be left out. */
const retention = z
  .string()
  .regex(
    /^\d{1,3} (daily|weekly)(, ?\d{1,3} (daily|weekly))?$/,
    'must be how many are kept, such as 14 daily, 8 weekly',
  )
  .transform((value) => {
    const read = (period: string): number => Number(new RegExp(`(\\d+) ${period}`).exec(value)?.[1] ?? 0)
    return { daily: read('daily'), weekly: read('weekly') }
  })

/**
 * In the form of `RTCConfiguration.iceServers`:
 * `[{"urls":["turns:turn.example.com"],"username":"…","credential":"…"}]`.
 */
const iceServers = z
  .string()
  .transform((value, ctx): unknown => {
    try {
      return JSON.parse(value)
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be JSON' })
      return z.NEVER
    }
  })
  .pipe(
    z.array(
      z.object({
        urls: z.array(z.string().regex(/^(stun|turn)s?:/)),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    ),
  )
export type IceServers = z.infer<typeof iceServers>

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  INTERNAL_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  S3_BUCKET: given,
  S3_ENDPOINT: origin.optional(),
  S3_PUBLIC_ENDPOINT: origin.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_KEY: given,
  S3_SECRET: given,
  S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/, 'must be letters, digits, _, - and / between')
    .optional(),
  S3_UPLOADS: z.enum(['server', 'direct']).default('server'),
  BACKUP_TO: given,
  BACKUP_EVERY: hours.default(24 * HOUR_MS),
  BACKUP_KEEP: retention.default({ daily: 14, weekly: 8 }),
  BACKUP_PASSPHRASE: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_KEY_FILE: given,
  LINK_PREVIEWS: z.enum(['on', 'off']).default('on'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Tavla <tavla@localhost>'),
  LIMITS: z.enum(['plans', 'none']).default('plans'),
  PAYMENTS: z.enum(['stripe', 'sandbox', 'off']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(live|test)_\w+$/, 'must be a secret or restricted key')
    .optional(),
  STRIPE_PUBLIC_KEY: z
    .string()
    .regex(/^pk_(live|test)_\w+$/, 'must be a publishable key')
    .optional(),
  STRIPE_WEBHOOK_SECRET: given,
  STRIPE_API_URL: issuer.optional(),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  // Named as in every program that sends traces.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: traceHeaders.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('tavla'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  TRUST_PROXY: trustProxy.default(0),
  GOOGLE_CLIENT_ID: given,
  GOOGLE_CLIENT_SECRET: given,
  GOOGLE_ISSUER: issuer.optional(),
  OFFICE_CLIENT_ID: given,
  OFFICE_CLIENT_SECRET: given,
  OFFICE_ISSUER: issuer.optional(),
  FACEBOOK_CLIENT_ID: given,
  FACEBOOK_CLIENT_SECRET: given,
  FACEBOOK_ISSUER: issuer.optional(),
  APPLE_CLIENT_ID: given,
  APPLE_TEAM_ID: given,
  APPLE_KEY_ID: given,
  APPLE_PRIVATE_KEY: ecKey.optional(),
  APPLE_ISSUER: issuer.optional(),
  VOICE: z.enum(['embedded', 'livekit', 'off']).default('embedded'),
  VOICE_ROOM_SIZE: z.coerce.number().int().min(2).max(voiceFrameLimits.people).default(25),
  LIVEKIT_URL: z.url({ protocol: /^wss?$/ }).optional(),
  LIVEKIT_API_KEY: given,
  LIVEKIT_API_SECRET: given,
  VOICE_PORT: port.optional(),
  VOICE_ADDRESS: z.union([z.ipv4(), z.ipv6()]).optional(),
  VOICE_ICE_SERVERS: iceServers.default([]),
})
type Environment = z.infer<typeof Environment>

/** How this server authenticates to a provider: a client secret, or a key that signs one for each request (Apple). */
export type ClientProof =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'key'; readonly teamId: string; readonly keyId: string; readonly pem: string }

export interface SocialConfig {
  readonly provider: SocialProvider
  readonly clientId: string
  readonly proof: ClientProof
  /** Null: the provider's default. */
  readonly issuer: string | null
}

/** How plans are paid for. */
export type PaymentsConfig =
  | { readonly kind: 'off' }
  /** A simulator on this machine: no money is taken. */
  | { readonly kind: 'sandbox' }
  | {
      readonly kind: 'stripe'
      readonly secretKey: string
      readonly publicKey: string
      readonly webhookSecret: string
      /** Null: Stripe's default. */
      readonly apiUrl: string | null
      /** True: real money, not Stripe's test mode. */
      readonly live: boolean
    }

/** A LiveKit server: its URL for pages and for this server, and the API key. */
export interface LiveKitConfig {
  readonly url: string
  readonly key: string
  readonly secret: string
}

/** An S3-compatible server. */
export interface S3Access {
  /** Null: Amazon's. */
  readonly endpoint: string | null
  /** Where browsers reach it; null: at the same place. */
  readonly publicEndpoint: string | null
  readonly region: string
  /** Null: those of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

/** A bucket for the files of a server. */
export interface S3Config extends S3Access {
  readonly bucket: string
  /** Folder in the bucket; empty: none. */
  readonly prefix: string
  /** Whether pages send large files straight to it. */
  readonly uploads: 'server' | 'direct'
}

export interface BackupConfig {
  /** A folder, or `s3://bucket/prefix`; null: no backups are taken by the server itself. */
  readonly to: string | null
  readonly everyMs: number
  readonly keep: { readonly daily: number; readonly weekly: number }
  /** Backups are encrypted with it; null: they are not. */
  readonly passphrase: string | null
  /** A file that holds the passphrase; null: none. */
  readonly keyFile: string | null
  /** For backups in a bucket. */
  readonly access: S3Access
}

/** Where traces are sent. */
export interface TracesConfig {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Share of traces that are sent, 0 to 1. */
  readonly ratio: number
  /** Whether a trace may have begun at the proxy: only then its header is believed. */
  readonly acceptsParents: boolean
}

export interface VoiceConfig {
  readonly engine: 'embedded' | 'livekit' | 'off'
  /** Maximum number of people in one room. */
  readonly roomSize: number
  /** Not null if `engine` is `livekit`. */
  readonly livekit: LiveKitConfig | null
  /** UDP; by default the same number as the web port. 0: any free port. */
  readonly port: number
  /** Public address of that port; null: the addresses of this machine. */
  readonly address: string | null
  readonly iceServers: IceServers
}

export interface Config {
  readonly port: number
  readonly host: string
  /** Null: the address it listens on. */
  readonly publicUrl: string | null
  /** How other processes of the same database reach this one; null: by the address it listens on. */
  readonly internalUrl: string | null
  readonly dataDir: string
  /** Null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null
  /** Wakes the processes of one PostgreSQL database when there is news; null: PostgreSQL itself does. */
  readonly redisUrl: string | null
  /** Null: files are in `dataDir`. */
  readonly s3: S3Config | null
  readonly backup: BackupConfig
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly limits: 'plans' | 'none'
  readonly payments: PaymentsConfig
  /** Null: generated once and stored in `dataDir`. */
  readonly secret: string | null
  /** Bearer token of `/metrics`; null: there is no such page. */
  readonly metricsToken: string | null
  /** Null: nothing is traced. */
  readonly traces: TracesConfig | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error'
  /**
   * Reverse proxies whose forwarded header is trusted: their number, counted from this server, or their networks. 0:
   * none.
   */
  readonly trustProxy: number | readonly string[]
  /** Providers with complete credentials, in the contract's order. */
  readonly social: readonly SocialConfig[]
  readonly voice: VoiceConfig
  /** Titles of linked pages are read, which makes requests to the servers of those pages. */
  readonly linkPreviews: boolean
  /** Listens on loopback only: development stand-ins such as the local inbox are available. */
  readonly local: boolean
}

export type Env = Readonly<Record<string, string | undefined>>

/** Reads the configuration. An empty variable counts as unset; an invalid one throws an explanatory error. */
export function readConfig(env: Env = process.env, given: Env = {}): Config {
  const set = Object.fromEntries(
    Object.entries({ ...env, ...given }).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartRefused(`The configuration is not valid. ${wrong.join('; ')}`)
  }
  const values = parsed.data
  const local = isLoopback(values.HOST) && values.PUBLIC_URL === undefined
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? null,
    internalUrl: values.INTERNAL_URL ?? null,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    s3: readS3(values),
    backup: readBackup(values),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    limits: values.LIMITS,
    payments: readPayments(values, local),
    secret: values.SECRET ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    traces: readTraces(values),
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
    voice: {
      engine: values.VOICE,
      roomSize: values.VOICE_ROOM_SIZE,
      livekit: readLiveKit(values),
      port: values.VOICE_PORT ?? values.PORT,
      address: values.VOICE_ADDRESS ?? null,
      iceServers: values.VOICE_ICE_SERVERS,
    },
    linkPreviews: values.LINK_PREVIEWS === 'on',
    social: SocialProvider.options.flatMap((provider) => readSocial(provider, values)),
    local,
  }
}

function readS3(values: Environment): S3Config | null {
  const { S3_BUCKET: bucket, S3_KEY: accessKeyId, S3_SECRET: secretAccessKey } = values
  if (bucket === undefined) {
    if ((accessKeyId ?? secretAccessKey ?? values.S3_ENDPOINT) && !values.BACKUP_TO?.startsWith('s3:'))
      throw new StartRefused('Storage of files in S3 is only half configured. Missing: S3_BUCKET.')
    return null
  }
  const access = readS3Access(values)
  return { ...access, bucket, prefix: values.S3_PREFIX ?? '', uploads: values.S3_UPLOADS }
}

function readS3Access(values: Environment): S3Access {
  const { S3_KEY: accessKeyId, S3_SECRET: secretAccessKey } = values
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new StartRefused(
      'S3_KEY and S3_SECRET belong together: set both, or neither for those of the machine.',
    )
  return {
    endpoint: values.S3_ENDPOINT ?? null,
    publicEndpoint: values.S3_PUBLIC_ENDPOINT ?? null,
    region: values.S3_REGION,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
  }
}

function readBackup(values: Environment): BackupConfig {
  if (values.BACKUP_PASSPHRASE !== undefined && values.BACKUP_KEY_FILE !== undefined)
    throw new StartRefused('Set BACKUP_PASSPHRASE or BACKUP_KEY_FILE, not both.')
  return {
    to: values.BACKUP_TO ?? null,
    everyMs: values.BACKUP_EVERY,
    keep: values.BACKUP_KEEP,
    passphrase: values.BACKUP_PASSPHRASE ?? null,
    keyFile: values.BACKUP_KEY_FILE ?? null,
    access: readS3Access(values),
  }
}

function readTraces(values: Environment): TracesConfig | null {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return null
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
    acceptsParents: values.TRUST_PROXY !== 0,
  }
}

function readLiveKit(values: Environment): LiveKitConfig | null {
  if (values.VOICE !== 'livekit') return null
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = values
  if (url === undefined || key === undefined || secret === undefined)
    throw new StartRefused('VOICE=livekit needs LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET.')
  return { url: url.replace(/\/$/, ''), key, secret }
}

/** No credentials: the provider is not offered. Incomplete credentials are a configuration error. */
function readSocial(provider: SocialProvider, values: Environment): SocialConfig[] {
  const name = provider.toUpperCase() as Uppercase<SocialProvider>
  const parts =
    name === 'APPLE'
      ? (['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const)
      : ([`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const)
  const missing = parts.filter((part) => values[part] === undefined)
  if (missing.length === parts.length) return []
  if (missing.length > 0)
    throw new StartRefused(
      `Signing in with ${provider} is only half configured. Missing: ${missing.join(', ')}.`,
    )
  const [clientId = '', second = '', keyId = '', pem = ''] = parts.map((part) => values[part])
  const proof: ClientProof =
    name === 'APPLE' ? { kind: 'key', teamId: second, keyId, pem } : { kind: 'secret', secret: second }
  return [{ provider, clientId, proof, issuer: values[`${name}_ISSUER`] ?? null }]
}

/** The sandbox provider replaces one that is not configured, on a local server only. */
function readPayments(values: Environment, local: boolean): PaymentsConfig {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const [secretKey = '', publicKey = '', webhookSecret = ''] = names.map((name) => values[name])
  const missing = names.filter((name) => values[name] === undefined)
  const kind = values.PAYMENTS ?? (missing.length < names.length ? 'stripe' : local ? 'sandbox' : 'off')
  if (kind === 'off') return { kind }
  if (kind === 'sandbox') {
    if (!local)
      throw new StartRefused(
        'PAYMENTS=sandbox takes no money and works only on this machine: set it to stripe or off, or use a loopback HOST without PUBLIC_URL.',
      )
    return { kind }
  }
  if (missing.length > 0)
    throw new StartRefused(`Payments by Stripe are only half configured. Missing: ${missing.join(', ')}.`)
  const live = secretKey.slice(3).startsWith('live_')
  if (publicKey.startsWith('pk_live_') !== live)
    throw new StartRefused('STRIPE_SECRET_KEY and STRIPE_PUBLIC_KEY are not of the same mode, live or test.')
  return { kind, secretKey, publicKey, webhookSecret, apiUrl: values.STRIPE_API_URL ?? null, live }
}
