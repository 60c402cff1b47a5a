import type { ServerFrame } from '@tavla/contract/realtime'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/databases.ts'
import { call, newcomer, openTab, realServer } from './testing/kill.ts'
import { rect, Tab } from './testing/tab.ts'

test('a killed server has its boards back at the first join, and a second one in its folder takes none', async ({
  signal,
}) => {
  const place = await testDatabase('postgres', { isMigrated: true })
  const env = { DATA_DIR: place.directory, DATABASE_URL: place.url ?? '' }
  const killed = await realServer(env, signal)
  const person = await newcomer(killed.url)
  const tab = await openTab(killed.url, person, 'before')
  await tab.edit([{ op: 'put', record: rect('kept') }])

  /** The first answer to the first join. */
  async function firstAnswer(url: string, name: string): Promise<ServerFrame> {
    const { ticket } = await call(url, 'POST', '/api/live/ticket', person.token, {})
    const joining = new Tab(`${url.replace('http', 'ws')}/api/live`, name)
    await joining.hello(String(ticket))
    const answer = joining.receive(
      (frame): frame is ServerFrame => frame.t === 'welcome' || frame.t === 'refused',
    )
    joining.send({ t: 'join', wid: person.wid })
    const first = await answer
    joining.cut()
    return first
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const getOwner = async () => (await client.query('select owner, fence from boards')).rows
  const owner = await getOwner()
  const twin = await realServer(env, signal)
  // The page is forwarded to the owner.
  expect(await firstAnswer(twin.url, 'twin')).toMatchObject({ t: 'welcome', seq: 2 })
  expect(await getOwner()).toEqual(owner)
  await killed.kill()
  // However long the next start takes, the lease of the one before has not run out.
  await client.query('update nodes set alive_until = alive_until + 3600000')
  await client.end()
  const again = await realServer(env, signal)
  expect(await firstAnswer(again.url, 'after')).toMatchObject({ t: 'welcome', seq: 2 })
  await Promise.all([twin.kill(), again.kill()])
  tab.cut()
  await place.dispose()
})
