import { resolve } from 'node:path'
import { z } from 'zod'
import { StartRefused } from './db/errors.ts'

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

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Tavla <tavla@localhost>'),
  LIMITS: z.enum(['plans', 'none']).default('plans'),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  TRUST_PROXY: z
    .enum(['0', '1', 'false', 'true'])
    .default('0')
    .transform((value) => value === '1' || value === 'true'),
})

/** Variables of the documentation whose part is not built yet. */
const LATER =
  /^(REDIS_URL|S3_(ENDPOINT|BUCKET|KEY|SECRET|REGION)|(GOOGLE|OFFICE|FACEBOOK)_(CLIENT_ID|CLIENT_SECRET|ISSUER)|APPLE_(CLIENT_ID|TEAM_ID|KEY_ID|PRIVATE_KEY|ISSUER)|PAYMENTS|STRIPE_(SECRET_KEY|PUBLIC_KEY|WEBHOOK_SECRET|API_URL)|VOICE(_.*)?)$/

export interface Config {
  readonly port: number
  readonly host: string
  /** Null: whatever address it listens on. */
  readonly publicUrl: string | null
  readonly dataDir: string
  /** Null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly limits: 'plans' | 'none'
  /** Null: made once and kept under `dataDir`. */
  readonly secret: string | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error'
  readonly trustProxy: boolean
  /** Only this machine can reach it: stand-ins such as the local inbox exist. */
  readonly local: boolean
  /** Set, but of no effect in this version; said at the start. */
  readonly notUsedYet: readonly string[]
}

export type Env = Readonly<Record<string, string | undefined>>

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Reads the configuration; an empty variable counts as missing, a wrong one is refused in a sentence. */
export function readConfig(env: Env = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartRefused(`The configuration is not valid. ${wrong.join('; ')}`)
  }
  const values = parsed.data
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? null,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    limits: values.LIMITS,
    secret: values.SECRET ?? null,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
    local: isLoopback(values.HOST) && values.PUBLIC_URL === undefined,
    notUsedYet: Object.keys(set)
      .filter((name) => LATER.test(name))
      .toSorted(),
  }
}
