import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      limits: 'plans',
      local: true,
    })
  })

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: null })
  })

  it.each([
    [{ PORT: 'x' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'tavla.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://tavla.example.com/app' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ SECRET: 'short' }, 'SECRET'],
    [{ BACKUP_EVERY: '1 day' }, 'BACKUP_EVERY'],
    [{ BACKUP_KEEP: 'everything' }, 'BACKUP_KEEP'],
    [{ BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE'],
    [{ LIMITS: 'some' }, 'LIMITS'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '11' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.1,proxy.example.com' }, 'TRUST_PROXY'],
  ])('refuses %o in a sentence that names the variable', (env, name) => {
    expect(() => readConfig(env)).toThrow(new RegExp(`The configuration is not valid\\. ${name}: `))
  })

  it('is local only on a loopback address without a public URL', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).local).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'https://tavla.example.com/' })).toMatchObject({
      local: false,
      publicUrl: 'https://tavla.example.com',
    })
    expect(readConfig({ HOST: '::1' }).local).toBe(true)
  })

  it.each([
    [{}, 0],
    [{ TRUST_PROXY: '2' }, 2],
    [{ TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.7' }, ['10.0.0.0/8', 'fd00::/8', '192.0.2.7']],
  ])('reads from %o which proxies are believed', (env, trustProxy) => {
    expect(readConfig(env).trustProxy).toEqual(trustProxy)
  })

  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  it('offers a provider with complete credentials; its issuer is the default unless set', () => {
    const apple = { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't', APPLE_KEY_ID: 'k' }
    expect(
      readConfig({
        ...apple,
        APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
        GOOGLE_CLIENT_ID: 'g',
        GOOGLE_CLIENT_SECRET: 's',
        GOOGLE_ISSUER: 'http://127.0.0.1:4444',
        FACEBOOK_ISSUER: 'https://id.example.com',
      }).social,
    ).toEqual([
      {
        provider: 'google',
        clientId: 'g',
        proof: { kind: 'secret', secret: 's' },
        issuer: 'http://127.0.0.1:4444',
      },
      {
        provider: 'apple',
        clientId: 'a',
        proof: { kind: 'key', teamId: 't', keyId: 'k', pem },
        issuer: null,
      },
    ])
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'g' }, 'GOOGLE_CLIENT_SECRET'],
    [{ OFFICE_CLIENT_SECRET: 's' }, 'OFFICE_CLIENT_ID'],
    [{ APPLE_CLIENT_ID: 'a', APPLE_PRIVATE_KEY: pem }, 'APPLE_TEAM_ID, APPLE_KEY_ID'],
    [{ APPLE_PRIVATE_KEY: 'no key' }, 'APPLE_PRIVATE_KEY'],
    [{ GOOGLE_ISSUER: 'http://id.example.com' }, 'GOOGLE_ISSUER'],
  ])('refuses half a provider: %o', (env, missing) => {
    expect(() => readConfig(env)).toThrow(missing)
  })

  it('stores files in a bucket if one is named, with both parts of its key or neither', () => {
    expect(readConfig({}).s3).toBeNull()
    expect(readConfig({ S3_BUCKET: 'files' }).s3).toMatchObject({ bucket: 'files', credentials: null })
    const whole = { S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:7070/', S3_KEY: 'k', S3_SECRET: 's' }
    expect(readConfig(whole).s3).toMatchObject({
      endpoint: 'http://127.0.0.1:7070',
      credentials: { accessKeyId: 'k', secretAccessKey: 's' },
    })
    expect(() => readConfig({ ...whole, S3_SECRET: '' })).toThrow('S3_SECRET')
    expect(() => readConfig({ ...whole, S3_BUCKET: '' })).toThrow('S3_BUCKET')
    expect(() => readConfig({ ...whole, S3_PREFIX: '../etc' })).toThrow('S3_PREFIX')
    // Its key is for backups alone.
    const { s3, backup } = readConfig({ ...whole, S3_BUCKET: '', BACKUP_TO: 's3://other/board' })
    expect(() => readConfig({ BACKUP_PASSPHRASE: 'x'.repeat(16), BACKUP_KEY_FILE: '/key' })).toThrow(
      'not both',
    )
    expect([s3, backup.access.credentials?.accessKeyId]).toEqual([null, 'k'])
  })

  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLIC_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLIC_KEY: 'pk_live_1' }
  const elsewhere = { PUBLIC_URL: 'https://tavla.example.com' }

  it.each([
    [{}, { kind: 'sandbox' }],
    [elsewhere, { kind: 'off' }],
    [{ PAYMENTS: 'off', ...stripe }, { kind: 'off' }],
    [stripe, { kind: 'stripe', live: false, apiUrl: null }],
    [
      { ...elsewhere, ...live },
      { kind: 'stripe', live: true, publicKey: 'pk_live_1' },
    ],
    [{ ...stripe, STRIPE_API_URL: 'http://127.0.0.1:12111' }, { apiUrl: 'http://127.0.0.1:12111' }],
  ])('reads from %o how plans are paid', (env, payments) => {
    expect(readConfig(env).payments).toMatchObject(payments)
  })

  it.each([
    [{ PAYMENTS: 'stripe' }, 'Missing: STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'Missing: STRIPE_PUBLIC_KEY, STRIPE_WEBHOOK_SECRET'],
    [{ ...live, STRIPE_PUBLIC_KEY: 'pk_test_1' }, 'not of the same mode'],
    [{ ...elsewhere, PAYMENTS: 'sandbox' }, 'only on this machine'],
    [{ ...stripe, STRIPE_API_URL: 'http://pay.example.com' }, 'STRIPE_API_URL'],
  ])('refuses payments that cannot be meant: %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('serves voice on the UDP port with the web’s number, and passes on valid ICE servers', () => {
    expect(readConfig({ PORT: '4000' }).voice).toEqual({
      ...{ engine: 'embedded', port: 4_000, address: null, iceServers: [], roomSize: 25, livekit: null },
    })
    const turn = [{ urls: ['turn:turn.example.com'], username: 'a', credential: 'b' }]
    const env = { VOICE: 'off', VOICE_ADDRESS: '198.51.100.7', VOICE_ICE_SERVERS: JSON.stringify(turn) }
    expect(readConfig(env).voice).toMatchObject({ engine: 'off', address: '198.51.100.7', iceServers: turn })
    for (const wrong of ['{', '[{"urls":["http://example.com"]}]'])
      expect(() => readConfig({ VOICE_ICE_SERVERS: wrong })).toThrow(/VOICE_ICE_SERVERS/)
  })

  it('requires a LiveKit server with its key, and a valid room size', () => {
    const livekit = { LIVEKIT_URL: 'wss://live.example.com/', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's' }
    expect(readConfig({ VOICE: 'livekit', ...livekit, VOICE_ROOM_SIZE: '8' }).voice).toMatchObject({
      ...{ roomSize: 8, livekit: { url: 'wss://live.example.com', key: 'k', secret: 's' } },
    })
    expect(readConfig(livekit).voice.livekit).toBeNull()
    for (const missing of Object.keys(livekit))
      expect(() => readConfig({ VOICE: 'livekit', ...livekit, [missing]: '' })).toThrow(/LIVEKIT_API_KEY/)
    for (const size of ['1', '1000']) expect(() => readConfig({ VOICE_ROOM_SIZE: size })).toThrow(/ROOM_SIZE/)
  })
})
