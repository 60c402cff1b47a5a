import { decodeServerFrame } from '@tavla/contract/realtime'
import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import type { Role } from '../room-access.ts'
import { Connection } from '../socket/connection.ts'
import { findMessages } from '../testing/find-messages.ts'
import { Watchers } from './watchers.ts'

const settled = async (): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve()
}

/** Two spaces: Ada is in both, Bob in `w1` only. */
function place() {
  const clock = manualClock()
  const roles = new Map<string, Map<string, Role>>([
    ['w1', new Map<string, Role>([['ada', 'owner']]).set('bob', 'viewer')],
    ['w2', new Map<string, Role>([['ada', 'owner']])],
  ])
  const here = new Map<string, string[]>()
  const talking = new Map<string, string[]>()
  const asked: string[][] = []
  const database: { answer: Promise<unknown> } = { answer: Promise.resolve() }
  const watchers = new Watchers({
    clock,
    access: {
      listAccess: (wid) => Promise.resolve({ version: 1, roles: new Map(roles.get(wid)) }),
      async memberships(uid, wids) {
        asked.push([...wids])
        const found = new Set(wids.filter((wid) => roles.get(wid)?.has(uid)))
        await database.answer
        return found
      },
    },
    listPresence: (wids) =>
      Promise.resolve(
        new Map(
          wids.map((wid) => [
            wid,
            { people: (here.get(wid) ?? []).map((uid) => ({ uid })), voice: talking.get(wid) ?? [] },
          ]),
        ),
      ),
    onError(message, error) {
      throw new Error(message, { cause: error })
    },
  })
  function tab(uid: string) {
    const messages: unknown[] = []
    const connection = new Connection(
      `${uid}-tab`,
      {
        bufferedAmount: 0,
        onDrained: () => undefined,
        send(frames) {
          for (const message of findMessages(frames)) {
            const received = decodeServerFrame(message)
            messages.push(
              typeof received !== 'string' && received.frame.t === 'online'
                ? received.frame.spaces
                : received,
            )
          }
        },
        close: () => undefined,
        pause: () => undefined,
        resume: () => undefined,
      },
      clock,
    )
    const visitor = { uid, session: uid, name: uid, photo: null }
    const watch = async (...wids: string[]): Promise<void> => {
      watchers.watch(visitor, connection, wids)
      await settled()
    }
    return { messages, connection, watch }
  }
  async function changed(wid: string, uids: string[]): Promise<void> {
    here.set(wid, uids)
    watchers.changed(wid)
    await settled()
  }
  async function aSecond(): Promise<void> {
    clock.advance(1_000)
    await settled()
  }
  return { roles, watchers, asked, database, tab, talking, changed, aSecond }
}

test('a tab gets the people online in its spaces, each once, and of no other space', async () => {
  const { tab, changed } = place()
  const bob = tab('bob')
  await changed('w1', ['ada', 'ada'])
  await bob.watch('w1', 'w2', 'unknown')
  expect(bob.messages).toEqual([[{ wid: 'w1', uids: ['ada'] }]])
  await changed('w2', ['ada'])
  expect(bob.messages).toHaveLength(1)
  await changed('w1', [])
  expect(bob.messages.at(-1)).toEqual([{ wid: 'w1', uids: [] }])
})

test('a tab gets the participants of a space’s voice room, too, while it has access', async () => {
  const { tab, roles, talking, changed, aSecond } = place()
  const bob = tab('bob')
  await bob.watch('w1')
  talking.set('w1', ['ada'])
  await changed('w1', ['ada'])
  expect(bob.messages.at(-1)).toEqual([{ wid: 'w1', uids: ['ada'], voice: ['ada'] }])
  roles.get('w1')?.delete('bob')
  await changed('w1', ['ada'])
  await aSecond()
  expect(bob.messages.at(-1)).toEqual([{ wid: 'w1', uids: [] }])
})

test('joins and leaves within one second are reported together', async () => {
  const { tab, changed, aSecond } = place()
  const ada = tab('ada')
  await ada.watch('w1')
  for (const uids of [['ada'], ['ada', 'bob'], ['bob']]) await changed('w1', uids)
  expect(ada.messages).toHaveLength(2)
  await aSecond()
  expect(ada.messages.slice(1)).toEqual([[{ wid: 'w1', uids: ['ada'] }], [{ wid: 'w1', uids: ['bob'] }]])
})

test('a removed person gets an empty list, and then nothing more', async () => {
  const { tab, roles, changed, aSecond } = place()
  const bob = tab('bob')
  await bob.watch('w1')
  roles.get('w1')?.delete('bob')
  await changed('w1', ['ada'])
  expect(bob.messages.at(-1)).toEqual([{ wid: 'w1', uids: [] }])
  await aSecond()
  await changed('w1', ['ada', 'cy'])
  expect(bob.messages).toHaveLength(2)
})

test('rights lost during the query are not granted by its late answer', async () => {
  const { database, tab, roles, changed, aSecond } = place()
  const bob = tab('bob')
  const { promise, resolve } = Promise.withResolvers<undefined>()
  database.answer = promise
  await bob.watch('w1')
  roles.get('w1')?.delete('bob')
  await changed('w1', ['ada'])
  resolve(undefined)
  await aSecond()
  const count = bob.messages.length
  expect(bob.messages.at(-1)).toEqual([])
  await aSecond()
  await changed('w1', ['cy'])
  expect(bob.messages).toHaveLength(count)
})

test('nothing of a space is sent to a person who asks for it without access, even if somebody comes in that moment', async () => {
  const { database, tab, changed, aSecond } = place()
  const bob = tab('bob')
  const { promise, resolve } = Promise.withResolvers<undefined>()
  database.answer = promise
  await bob.watch('w2')
  await changed('w2', ['ada'])
  resolve(undefined)
  await aSecond()
  await changed('w2', ['ada', 'cy'])
  expect(bob.messages).toEqual([[]])
})

test('only the last subscription counts, and a closed tab is not queried', async () => {
  const { tab, watchers, asked, changed, aSecond } = place()
  const ada = tab('ada')
  for (let requestedId = 0; requestedId < 20; requestedId += 1) await ada.watch('w1')
  await ada.watch('w2')
  await aSecond()
  expect(asked.length).toBeLessThan(8)
  await changed('w1', ['bob'])
  expect(ada.messages.at(-1)).toEqual([{ wid: 'w2', uids: [] }])
  const count = ada.messages.length
  ada.connection.onClosed()
  watchers.onClosed(ada.connection)
  await changed('w2', ['bob'])
  expect(ada.messages).toHaveLength(count)
})
