import { createHash } from 'node:crypto'
import { tryCode } from '../features/account/sign-in/codes.ts'
import { takeState } from '../features/account/sign-in/social-states.ts'
import { createServerOrigin } from '../features/audit/index.ts'
import { thumbnailKey } from '../features/boards/thumbnails.ts'
import { fileToken } from '../features/files/urls.ts'
import { redeemTicket } from '../features/live/index.ts'
import { Tab } from '../realtime/testing/tab.ts'
import { hashSecret } from '../secrets.ts'
import { createCode, getCode, type Someone } from './as.ts'
import type { TestServer } from './test-server.ts'

/** A session of somebody in whose name credentials are handed out, and a space with a file that they may see. */
export interface Holder {
  readonly server: TestServer
  readonly who: Someone
  readonly wid: string
  readonly fileId: string
}

/** Does what was handed out still open anything? May use it up. */
export type Opens = () => Promise<boolean>

export interface CredentialKind {
  /**
   * What it stands and falls with: `itself` a session, `session` the session and the person's trust, `person` the
   * person's trust alone, `account` nothing short of the account.
   */
  readonly of: 'itself' | 'session' | 'person' | 'account'
  readonly for: 'everybody' | 'full' | 'guest'
  handOut(holder: Holder): Promise<Opens>
}

const described = { filename: 'a.txt', filesize: 5, type: 'text/plain' }

const opensUrl = ({ server }: Holder, url: string): Opens => {
  return async () => (await fetch(`${server.url}${url}`)).status === 200
}

const findLink = async ({ server, who }: Holder): Promise<string> => {
  const emails = await server.emails()
  const found = emails.filter(({ to }) => to === who.email).map(({ text }) => /token=(\S+)/.exec(text)?.[1])
  return found.find((token) => token !== undefined) ?? ''
}

const mailedCode =
  (purpose: 'address' | 'delete', ask: (holder: Holder, email: string) => Promise<unknown>) =>
  async (holder: Holder): Promise<Opens> => {
    const { server, who } = holder
    const { app } = server
    const email = purpose === 'delete' ? who.email : `another-${who.uid}@example.com`.toLowerCase()
    // Later than any other email to this address.
    server.clock.advance(1_000)
    await ask(holder, email)
    const code = await createCode(server, email)
    return async () =>
      (await app.db.transaction((tx) =>
        tryCode(createServerOrigin(app), tx, { uid: who.uid, purpose, email, code }),
      )) === 'right'
  }

const socialState =
  (purpose: 'link' | 'upgrade') =>
  async ({ server, who }: Holder): Promise<Opens> => {
    const { state } = await who.call.auth.startGoogle({ query: { purpose } })
    return async () => (await takeState(server.app, 'google', state)) !== null
  }

/** Everything that opens something in a person's name. */
export const credentialKinds: Readonly<Record<string, CredentialKind>> = {
  'a session': {
    of: 'itself',
    for: 'everybody',
    handOut: ({ who }) => Promise.resolve(async () => (await getCode(who.call.user.sessions())) === 200),
  },
  'an open socket': {
    of: 'itself',
    for: 'everybody',
    async handOut({ server, who }) {
      const tab = new Tab(`${server.url.replace('http', 'ws')}/api/live`, who.token)
      await tab.hello((await who.call.space.liveTicket()).ticket)
      return async () => {
        const isOpen = await Promise.race([tab.sync().then(() => true), tab.closed.then(() => false)])
        tab.leave()
        return isOpen
      }
    },
  },
  'a live ticket': {
    of: 'session',
    for: 'everybody',
    async handOut({ server, who }) {
      const { ticket } = await who.call.space.liveTicket()
      return async () => (await redeemTicket(server.app, ticket)) !== null
    },
  },
  'a desktop code': {
    of: 'session',
    for: 'full',
    async handOut({ server, who }) {
      const verifier = 'v'.repeat(43)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const { code } = await who.call.auth.approveDesktop({ body: { challenge, state: 's', via: 'scheme' } })
      return async () =>
        (await getCode(server.as(null).auth.exchangeDesktop({ body: { code, verifier } }))) === 200
    },
  },
  'the state of a provider to be connected': { of: 'session', for: 'full', handOut: socialState('link') },
  'the state of an upgrade by a provider': { of: 'session', for: 'guest', handOut: socialState('upgrade') },
  'a download URL': {
    of: 'session',
    for: 'everybody',
    handOut: async (holder) =>
      opensUrl(holder, (await holder.who.call.file.download({ query: { id: holder.fileId } })).url),
  },
  'an upload URL': {
    of: 'session',
    for: 'everybody',
    async handOut({ server, who, wid }) {
      const { url } = await who.call.file.upload({ query: { wid, ...described } })
      const headers = { 'content-disposition': 'attachment; filename="a.txt"' }
      return async () =>
        (await fetch(`${server.url}${url}`, { method: 'PUT', headers, body: 'hello' })).status === 200
    },
  },
  'an export URL': {
    of: 'session',
    for: 'full',
    handOut: async (holder) => opensUrl(holder, (await holder.who.call.user.exportState()).url ?? ''),
  },
  'the URL of a thumbnail': {
    of: 'session',
    for: 'everybody',
    async handOut(holder) {
      const { server, who, wid } = holder
      const { app } = server
      await app.files.put(thumbnailKey('drawn'), new Uint8Array([1]), 1)
      await app.db.sql.updateTable('spaces').set({ thumb: 'drawn' }).where('wid', '=', wid).execute()
      return opensUrl(holder, (await who.call.space.info({ query: { wid } })).thumb ?? '')
    },
  },
  'a reset link': {
    of: 'person',
    for: 'full',
    async handOut(holder) {
      const { server, who } = holder
      await server.as(null).auth.forgetPassword({ body: { email: who.email } })
      const token = await findLink(holder)
      return async () => (await getCode(server.as(null).auth.passwordToken({ query: { token } }))) === 200
    },
  },
  'a code for another address': {
    of: 'person',
    for: 'everybody',
    handOut: mailedCode('address', ({ who }, email) => who.call.user.sendEmailCode({ body: { email } })),
  },
  'a code that deletes the account': {
    of: 'person',
    for: 'full',
    handOut: mailedCode('delete', ({ who }) => who.call.user.sendDeleteCode()),
  },
  'a provider that waits to be connected': {
    of: 'person',
    for: 'full',
    async handOut({ server, who }) {
      const { app } = server
      const hash = hashSecret(`waiting ${who.token}`)
      const row = { hash, uid: who.uid, provider: 'google', issuer: 'i', subject: who.token } as const
      const expires_at = app.clock.now() + 60_000
      await app.db.sql
        .insertInto('social_links')
        .values({ ...row, verified_email: null, expires_at })
        .execute()
      return async () =>
        (await app.db.sql.deleteFrom('social_links').where('hash', '=', hash).returning('uid').execute())
          .length === 1
    },
  },
  'a t of a file': {
    of: 'account',
    for: 'everybody',
    async handOut({ server, who, fileId: id }) {
      const t = fileToken(server.app, id, who.uid, server.clock.now() + 60_000)
      const { url } = await server.as(null).file.download({ query: { id, t } })
      return async () => (await fetch(`${server.url}${url}`)).status === 200
    },
  },
}
