import type { SpaceListItem } from '@tavla/contract'
import { expect, it } from 'vitest'
import { applyOnline } from './live-presence.ts'

it('an update of who is online changes only the boards concerned', () => {
  const [a, b] = ['a', 'b'].map((wid) => ({ wid, online: ['ada'] }) as unknown as SpaceListItem) as [
    SpaceListItem,
    SpaceListItem,
  ]
  const page = { list: [a, b], total: 2 }
  const next = applyOnline(
    page,
    new Map([
      ['b', ['ada', 'bo']],
      ['elsewhere', ['bo']],
    ]),
  )
  expect(next.list).toEqual([a, { ...b, online: ['ada', 'bo'] }])
  expect(next.list[0]).toBe(a)
  expect(applyOnline(page, new Map([['a', ['ada']]]))).toBe(page)
  expect(applyOnline(page, new Map([['a', []]])).list[0]?.online).toEqual([])
})
