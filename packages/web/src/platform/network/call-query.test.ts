import { QueryClient } from '@tanstack/react-query'
import { calls, createClient } from '@tavla/contract'
import { expect, it } from 'vitest'
import { getCallPrefix, getGroupPrefix, callKey, callPages, callQuery } from './call-query.ts'
import type { SendOptions } from './send.ts'

const sent: { address: string; options: SendOptions | undefined }[] = []
const api = createClient<typeof calls, SendOptions>(calls, ({ url: address }, options) => {
  sent.push({ address, options })
  return Promise.resolve({ code: 200, message: '', data: { list: [], total: 0, unread: 0 } })
})

it('sends the call named by its key; the same call again is answered by the cache', async () => {
  const client = new QueryClient()
  const query = callQuery(api.user.notices, { query: { start: 0, limit: 20 } }, { quiet: true })
  await client.fetchQuery({ ...query, staleTime: Infinity })
  await client.fetchQuery({ ...query, staleTime: Infinity })
  expect(sent.map(({ address, options }) => [address, options?.quiet])).toEqual([
    ['/api/notify?start=0&limit=20', true],
  ])
  expect(client.getQueryData(callKey(api.user.notices, { query: { start: 0, limit: 20 } }))?.total).toBe(0)
})

it('matches every answer to a call, and no other', async () => {
  const client = new QueryClient()
  const infoKeyA = callKey(api.space.info, { query: { wid: 'a' } })
  const infoKeyB = callKey(api.space.info, { query: { wid: 'b' } })
  const membersKey = callKey(api.space.members, { query: { wid: 'a' } })
  const sessionsKey = callKey(api.user.sessions, {}, 'ada')
  for (const queryKey of [infoKeyA, infoKeyB, membersKey, sessionsKey])
    await client.prefetchQuery({ queryKey, queryFn: () => Promise.resolve({ list: [] }) as never })
  const getMarked = () =>
    [infoKeyA, infoKeyB, membersKey, sessionsKey].map(
      (queryKey) => client.getQueryState(queryKey)?.isInvalidated,
    )
  await client.invalidateQueries({ queryKey: infoKeyB })
  expect(getMarked()).toEqual([false, true, false, false])
  await client.invalidateQueries({ queryKey: getCallPrefix(api.space.info) })
  expect(getMarked()).toEqual([true, true, false, false])
  await client.invalidateQueries({ queryKey: getGroupPrefix(api.space.info) })
  expect(getMarked()).toEqual([true, true, true, false])
})

it('keeps pages, scopes and single answers apart', () => {
  const getInput = (start: number) => ({ query: { start, limit: 20 } })
  const found = [
    callKey(api.user.notices, getInput(0)),
    callKey(api.user.notices, getInput(0), 'ada'),
    callPages(api.user.notices, getInput, 0).queryKey,
    callPages(api.user.notices, getInput, 0, { scope: 'ada' }).queryKey,
  ].map((key) => JSON.stringify(key))
  expect(new Set(found).size).toBe(found.length)
})

it('a handwritten key does not compile', () => {
  // @ts-expect-error Keys are made from calls only.
  void new QueryClient().invalidateQueries({ queryKey: ['space.info'] })
  expect.assertions(0)
})
