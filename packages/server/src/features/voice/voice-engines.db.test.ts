import { TrackSource, TrackType } from '@livekit/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasLiveKit, type LiveKitServer, startLiveKit } from '../../../../../tools/livekit-process.ts'
import { createSpace, person, type Someone } from '../../testing/as.ts'
import { OWN_ADDRESS } from '../../testing/livekit-test-client.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { VoiceTestClient } from '../../testing/voice-test-client.ts'

/** "npm run stress -- voice" runs this with 8. */
const size = Number(process.env['VOICE_PEOPLE'] ?? 3)
/** Packets of one person that make a window in which others are counted; about a second. */
const WINDOW_PACKETS = 25
/** LiveKit's participants are listed once a second; a busy machine takes longer. */
const within = { timeout: 30_000, interval: 100 }

/** Where no LiveKit server was built, `npm test` says by name that it was not run. */
const engines = hasLiveKit() ? (['embedded', 'livekit'] as const) : (['embedded'] as const)

describe.each(engines)('the voice engine %s', (engine) => {
  let liveKit: LiveKitServer | null = null
  let server: TestServer
  let people: Someone[] = []
  let clients: VoiceTestClient[] = []
  let wid = ''

  beforeAll(async () => {
    liveKit = engine === 'livekit' ? await startLiveKit() : null
    server = await testServer({ env: { LOG_LEVEL: 'error', ...liveKit?.env } })
    for (let index = 0; index < size; index += 1) people.push(await person(server, `Person${index}`))
    const [owner, ...others] = people
    if (!owner) throw new Error('Nobody is there')
    wid = await createSpace(owner, 'Talk')
    const { sql } = server.app.db
    const member = await sql
      .selectFrom('members')
      .selectAll()
      .where('wid', '=', wid)
      .executeTakeFirstOrThrow()
    // Past the seats of a plan, which are not what is tested.
    const members = others.map(({ uid }) => ({ ...member, uid, role: 'viewer' as const }))
    await sql.insertInto('members').values(members).execute()
    for (const each of people) clients.push(await VoiceTestClient.join(server.url, each, wid))
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    await server.stop()
    await liveKit?.dispose()
    ;[people, clients] = [[], []]
  })

  const at = (index: number) => {
    const [client, user] = [clients[index], people[index]]
    if (!client || !user) throw new Error(`There is no person ${index}`)
    return { client, uid: user.uid, user }
  }
  const uidsExcept = (...indexes: readonly number[]): string[] =>
    people.filter((_, index) => !indexes.includes(index)).map(({ uid }) => uid)
  const everybodyReceivesEverybody = (): Promise<unknown> =>
    Promise.all(clients.map((client, index) => client.waitUntilReceives(...uidsExcept(index))))
  /** Packets that a listener gets from one person while another one sends a window. */
  async function countPackets(listener: number, from: number, beside: number): Promise<number> {
    const { client } = at(listener)
    client.incoming.clear()
    await client.waitUntil(() => (client.incoming.get(at(beside).uid) ?? 0) >= WINDOW_PACKETS)
    return client.incoming.get(at(from).uid) ?? 0
  }
  const isSilent = (listener: number, from: number, beside: number): Promise<void> =>
    expect.poll(() => countPackets(listener, from, beside), within).toBe(0)

  it('forwards everybody to everybody else, without anybody’s address', async () => {
    await everybodyReceivesEverybody()
    for (const [index, client] of clients.entries())
      expect([...client.incoming.keys()].sort()).toEqual(uidsExcept(index).sort())
    const received = clients.map(({ frames, liveKit: media }) => [frames, media?.received])
    expect(JSON.stringify(received)).not.toContain(OWN_ADDRESS)
  })

  it('silences a muted microphone, also one that goes on sending and claims to be open', async () => {
    const { client } = at(1)
    client.send({ t: 'mic', on: false })
    await isSilent(0, 1, 2)
    client.liveKit?.unmute()
    await isSilent(0, 1, 2)
    client.send({ t: 'mic', on: true })
    client.liveKit?.unmute()
    await at(0).client.waitUntilReceives(at(1).uid)
  })

  it('silences whom an admin mutes until they open their microphone again', async () => {
    at(0).client.send({ t: 'mute', c: at(1).client.c })
    await isSilent(0, 1, 2)
    expect(at(1).client.getLatest('muted')).toEqual({ t: 'muted', by: 'Person0' })
    at(1).client.send({ t: 'mic', on: true })
    at(1).client.liveKit?.unmute()
    await at(0).client.waitUntilReceives(at(1).uid)
  })

  // Only LiveKit's clients can ask for other tracks.
  if (engine === 'livekit') {
    it('publishes nothing but a microphone', async () => {
      const { client } = at(1)
      client.liveKit?.requestTrack('camera', TrackType.VIDEO, TrackSource.CAMERA)
      client.liveKit?.requestTrack('screen', TrackType.VIDEO, TrackSource.SCREEN_SHARE)
      client.liveKit?.requestTrack('unknown', TrackType.AUDIO, TrackSource.UNKNOWN)
      await countPackets(0, 1, 2)
      expect(client.liveKit?.published).toEqual([])
    })
  }

  it('connects everybody again after it was killed', async () => {
    const before = clients.map(({ frames }) => frames.length)
    if (liveKit) await liveKit.crash()
    else server.killVoice()
    if (liveKit) for (const client of clients) client.send({ t: 'renew' })
    await Promise.all(
      clients.map((client, index) =>
        client.waitUntil(() => client.frames.slice(before[index]).some(({ t }) => t === 'interrupted')),
      ),
    )
    await everybodyReceivesEverybody()
  })

  it('removes whom an admin removes, and lets them join again', async () => {
    const { client, user, uid } = at(1)
    at(0).client.send({ t: 'remove', c: client.c ?? '' })
    await client.waitUntil(() => client.closeName !== null)
    expect(client.closeName).toBe('removed')
    // It goes on sending, and is not heard.
    await isSilent(0, 1, 2)
    client.close()
    clients[1] = await VoiceTestClient.join(server.url, user, wid)
    await at(0).client.waitUntilReceives(uid)
  })

  it('forwards nothing to or from a changed client that leaves and keeps its media connection or its token', async () => {
    const { client, user } = at(1)
    const isCutOff = async (): Promise<void> => {
      await isSilent(0, 1, 2)
      await expect
        .poll(async () => {
          client.incoming.clear()
          await countPackets(0, 1, 2)
          return client.incoming.size
        }, within)
        .toBe(0)
    }
    client.closeSocket()
    await isCutOff()
    if (client.rejoinLiveKit()) {
      await expect.poll(() => client.liveKit?.isClosed, within).toBe(true)
      await isCutOff()
    }
    client.close()
    clients[1] = await VoiceTestClient.join(server.url, user, wid)
  })

  it('ends when the plan has no minutes left', async () => {
    const used_ms = (300 * 60 - 5) * 1_000
    await server.app.db.sql
      .insertInto('voice_usage')
      .values({ owner: at(0).uid, month: '2026-01', used_ms })
      .onConflict((conflict) => conflict.columns(['owner', 'month']).doUpdateSet({ used_ms }))
      .execute()
    // Evidence comes once a real second: a clock that runs three times as fast still sees it in time.
    await expect
      .poll(
        () => {
          server.clock.advance(1_000)
          return clients.map(({ closeName }) => closeName)
        },
        { timeout: 40_000, interval: 330 },
      )
      .toEqual(people.map(() => 'quota'))
    for (const client of clients) await expect.poll(() => client.liveKit?.isClosed ?? true, within).toBe(true)
    // What was on its way when the room closed still arrives.
    await expect
      .poll(() => {
        const received = clients.map(({ incoming }) => incoming.size)
        for (const client of clients) client.incoming.clear()
        return received
      }, within)
      .toEqual(people.map(() => 0))
  })
})
