import { encodeAcceptedEdit } from '@tavla/canvas/model'
import { decodeServerFrame, encodeServerFrame, frameLimits } from '@tavla/contract/realtime'
import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { Connection } from '../socket/connection.ts'
import { getBatch, BroadcastBatch } from './broadcast-batch.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { Presence } from './presence.ts'
import { findMessages } from '../testing/find-messages.ts'

function handle(id: string) {
  const messages: unknown[] = []
  const payloads: Uint8Array[] = []
  const writes: Uint8Array[] = []
  let buffered = 0
  const connection = new Connection(
    id,
    {
      get bufferedAmount() {
        return buffered
      },
      send(frames, more) {
        writes.push(frames)
        for (const message of findMessages(frames, more)) {
          const received = decodeServerFrame(message)
          messages.push(typeof received === 'string' ? received : received.frame)
          if (typeof received !== 'string') payloads.push(Uint8Array.from(received.payload))
        }
      },
      onDrained: () => undefined,
      close: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
    },
    manualClock(),
  )
  return { connection, messages, payloads, writes, stuff: (bytes = 1e6) => void (buffered = bytes) }
}

const ada = { uid: 'a', name: 'Ada', photo: null, role: 'editor' } as const
const bob = { uid: 'b', name: 'Bob', photo: null, role: 'viewer' } as const

test('a tick reports who joined, their last presence, and who left', () => {
  const presence = new Presence()
  const [one, two] = [handle('1'), handle('2')]
  presence.join(one.connection, ada)
  presence.tick()
  presence.join(two.connection, bob)
  presence.show('2', { cursor: [1, 1] })
  presence.show('2', { cursor: [2, 2] })
  presence.tick()
  presence.show('2', { cursor: [3, 3] })
  presence.show('2', { page: 'p' })
  presence.tick()
  presence.leave('2')
  presence.tick()
  expect(one.messages.slice(1)).toEqual([
    { t: 'presence', joined: [{ ...bob, c: '2', showing: { cursor: [2, 2] } }] },
    { t: 'presence', shown: [{ c: '2', showing: { cursor: [3, 3], page: 'p' } }] },
    { t: 'presence', gone: ['2'] },
  ])
  expect(presence.people).toEqual([{ ...ada, c: '1', showing: {} }])
})

test('a preview goes to the others only, and its end reaches a slow receiver, too', () => {
  const presence = new Presence()
  const [one, two] = [handle('1'), handle('2')]
  presence.join(one.connection, ada)
  presence.join(two.connection, bob)
  presence.tick()
  one.messages.length = two.messages.length = 0
  two.stuff()
  presence.preview('1', new Uint8Array([1]))
  presence.preview('1', new Uint8Array([2]))
  presence.tick()
  expect([one.messages, two.messages]).toEqual([[], []])
  presence.preview('1', new Uint8Array(0))
  presence.tick()
  expect([one.messages, two.messages]).toEqual([[], [{ t: 'preview', c: '1' }]])
})

test('a tick is one write per receiver, with all previews but their own', () => {
  const presence = new Presence()
  const seats = ['1', '2', '3'].map(handle)
  for (const { connection } of seats) presence.join(connection, ada)
  presence.tick()
  for (const { messages, writes } of seats) messages.length = writes.length = 0
  presence.show('3', { cursor: [1, 1] })
  presence.preview('1', new Uint8Array(200))
  presence.preview('2', new Uint8Array(3))
  presence.tick()
  const of = (c: string) => ({ t: 'preview', c })
  const shown = { t: 'presence', shown: [{ c: '3', showing: { cursor: [1, 1] } }] }
  expect(seats.map(({ messages }) => messages)).toEqual([
    [shown, of('2')],
    [shown, of('1')],
    [shown, of('1'), of('2')],
  ])
  expect(seats[2]?.writes).toHaveLength(1)
})

test('a person who joins and leaves between two ticks is never mentioned', () => {
  const presence = new Presence()
  const [one, two] = [handle('1'), handle('2')]
  presence.join(one.connection, ada)
  presence.tick()
  presence.join(two.connection, bob)
  presence.leave('2')
  expect(presence.waiting).toBe(false)
  presence.tick()
  expect(one.messages).toHaveLength(1)
})

test('previews are sent with edits in one write; a slow receiver gets the edits alone, one with a gap none', () => {
  const presence = new Presence()
  const seats = ['1', '2', '3', '4'].map(handle)
  for (const { connection } of seats) presence.join(connection, ada)
  presence.tick()
  for (const { messages, writes } of seats) messages.length = writes.length = 0
  presence.preview('1', new Uint8Array(3))
  const taken = { id: 'tab:1', base: 0, mark: '', seq: 7, time: 1, by: 'a', changes: [] }
  const edits = new BroadcastBatch([
    getBatch([{ taken, size: 1, chain: 'c7', bytes: encodeAcceptedEdit(taken) }]),
    ...presence.take(),
  ])
  expect(presence.waiting).toBe(false)
  seats[2]?.stuff(3e5)
  const took = seats.map(({ connection }, index) => edits.sendTo(connection, index !== 3))
  const [batch, gesture] = [
    { t: 'batch', from: 7, to: 7, chain: 'c7' },
    { t: 'preview', c: '1' },
  ]
  expect(seats.map(({ messages }) => messages)).toEqual([[batch], [batch, gesture], [batch], [gesture]])
  expect(seats.map(({ writes }) => writes.length)).toEqual([1, 1, 1, 1])
  expect(took).toEqual([true, true, true, false])
})

test('two thousand people fit into a welcome, whatever they have selected', () => {
  const presence = new Presence()
  const selection = Array.from({ length: frameLimits.selectionIds }, () => 'i'.repeat(frameLimits.idLength))
  const position = frameLimits.textPosition
  const caret = { id: 'i'.repeat(frameLimits.idLength), anchor: position, head: position }
  for (let index = 0; index < realtimeLimits.membersPerRoom; index += 1) {
    presence.join(handle(`c${index}`).connection, {
      ...ada,
      name: 'A name of forty characters, more or less',
    })
    presence.show(`c${index}`, { cursor: [1, 2], page: 'p', selection, caret })
  }
  const people = presence.listed
  const welcome = {
    t: 'welcome',
    wid: 'w',
    epoch: 'e',
    seq: 1,
    role: 'editor',
    c: 'c',
    time: 1,
    tail: false,
  } as const
  const received = decodeServerFrame(encodeServerFrame({ ...welcome, chunks: [], people }))
  expect(typeof received === 'string' ? received : received.frame).toMatchObject({ t: 'welcome', people })
  expect(people[0]?.showing.selection).toEqual(selection)
  expect(people.at(-1)?.showing).toEqual({ cursor: [1, 2], page: 'p', caret })
})

test('of a crowd a message has a share, the longest waiting first, and everybody has their turn', () => {
  const presence = new Presence()
  const one = handle('1')
  const others = ['2', '3', '4', '5']
  for (const c of ['1', ...others]) presence.join(c === '1' ? one.connection : handle(c).connection, ada)
  presence.tick()
  for (const [x, c] of others.entries()) presence.show(c, { cursor: [x, 0] })
  presence.tick(0.5)
  // Moves on while it waits, which is no reason to wait longer; 2 was just sent.
  presence.show('4', { cursor: [9, 9] })
  presence.show('2', { cursor: [8, 8] })
  presence.tick(0.5)
  presence.tick()
  expect(presence.waiting).toBe(false)
  expect(one.messages.slice(1)).toEqual([
    { t: 'presence', shown: [getCursor('2', 0, 0), getCursor('3', 1, 0)] },
    { t: 'presence', shown: [getCursor('4', 9, 9), getCursor('5', 3, 0)] },
    { t: 'presence', shown: [getCursor('2', 8, 8)] },
  ])
})

const getCursor = (c: string, x: number, y: number) => ({ c, showing: { cursor: [x, y] } })

test('only the latest gesture is checked, and one that is refused does not hide the end of the one before', () => {
  const presence = new Presence()
  const [one, two] = [handle('1'), handle('2')]
  const checked: number[] = []
  presence.join(one.connection, ada)
  presence.join(two.connection, bob, (edit) => {
    checked.push(...edit)
    return edit[0] !== 4
  })
  presence.tick()
  for (const gesture of [[1], [2], [3]]) presence.preview('2', Uint8Array.from(gesture))
  presence.tick()
  presence.preview('2', Uint8Array.from([4]))
  presence.tick()
  expect(checked).toEqual([3, 4])
  expect(one.messages.slice(1)).toEqual([{ t: 'preview', c: '2' }])
  presence.preview('2', new Uint8Array(0))
  presence.preview('2', Uint8Array.from([4]))
  presence.tick()
  expect(one.messages.slice(2)).toEqual([{ t: 'preview', c: '2' }])
  expect(one.payloads.at(-1)).toEqual(new Uint8Array(0))
})
