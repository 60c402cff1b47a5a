import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FORMAT_HASH } from '@tavla/canvas/model'
import { closeCodes, currentVersion } from '@tavla/contract/realtime'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { liveAccess } from './features.ts'
import { systemClock } from './ports/clock/system-clock.ts'
import { noMessages } from './ports/messages/port.ts'
import { systemRandom } from './ports/random/system-random.ts'
import { attachRealtime } from './realtime/attach.ts'
import { Tab } from './realtime/testing/tab.ts'
import { getCode, PASSWORD, person, type Someone } from './testing/as.ts'
import { engineNames } from './testing/databases.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

const NEW_PASSWORD = 'another horse 1'

describe.each(engineNames)('trust that ends in the middle of something on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => server.stop())

  const getSessions = async ({ uid }: Someone): Promise<number> =>
    (await server.app.db.sql.selectFrom('sessions').select('id').where('uid', '=', uid).execute()).length

  async function reset({ email }: Someone): Promise<void> {
    await server.as(null).auth.forgetPassword({ body: { email } })
    const emails = (await server.emails()).filter(({ to }) => to === email)
    const token = emails.map(({ text }) => /token=(\S+)/.exec(text)?.[1]).find(Boolean) ?? ''
    await server.as(null).auth.resetPassword({ body: { token, password: NEW_PASSWORD } })
  }

  /** Once the next password was looked at, and before anything follows from that. */
  function afterVerifying(act: () => Promise<void>): void {
    const { passwords } = server.app
    const verify = passwords.verify.bind(passwords)
    vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...args) => {
      const isRight = await verify(...args)
      await act()
      return isRight
    })
  }

  it('closes a socket whose session ended after its ticket was redeemed', async () => {
    const ada = await person(server, 'Ada')
    const { app } = server
    const access = liveAccess(app)
    const web = createServer()
    const realtime = await attachRealtime({
      server: web,
      path: '/api/live',
      voice: null,
      voicePeople: () => [],
      db: app.db,
      clock: systemClock,
      random: systemRandom,
      log: app.log,
      access: {
        ...access,
        async redeem(ticket) {
          const visitor = await access.redeem(ticket)
          expect(visitor?.uid).toBe(ada.uid)
          await ada.call.auth.logout()
          return visitor
        },
      },
      alone: false,
      nodeName: null,
      secretCheck: '',
      forwardKey: Buffer.alloc(32),
      messages: noMessages,
      canOpen: () => true,
      onOpened: () => undefined,
      onChanged: () => undefined,
      onSuggestions: () => undefined,
      onAppended: () => undefined,
      onCheckpoint: () => undefined,
    })
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const { ticket } = await ada.call.space.liveTicket()
    const tab = new Tab(`ws://127.0.0.1:${(web.address() as AddressInfo).port}/api/live`, 'late')
    await tab.opened
    const { protocol, frames } = currentVersion
    tab.send({ t: 'hello', protocol, schema: { frames, board: FORMAT_HASH }, ticket })
    expect(await tab.closed).toBe(closeCodes.session_ended.code)
    expect(tab.received).toEqual([])
    await realtime.close()
    await new Promise((resolve) => web.close(resolve))
  })

  it('admits nobody by a password that was reset while it was verified', async () => {
    const bob = await person(server, 'Bob')
    afterVerifying(() => reset(bob))
    const body = { email: bob.email, password: PASSWORD }
    expect(await getCode(server.as(null).auth.login({ body }))).toBe(4006)
    expect(await getSessions(bob)).toBe(0)
  })

  it('changes no password by a session that a reset has ended', async () => {
    const cleo = await person(server, 'Cleo')
    afterVerifying(() => reset(cleo))
    const change = cleo.call.auth.changePassword({ body: { old: PASSWORD, new: 'a third horse 1' } })
    expect(await getCode(change)).toBe(4001)
    const body = { email: cleo.email, password: NEW_PASSWORD }
    expect(await getCode(server.as(null).auth.login({ body }))).toBe(200)
  })
})
