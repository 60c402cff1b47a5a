import { expect, test } from 'vitest'
import { framed } from './framed.ts'
import { findMessages } from '../testing/find-messages.ts'

test('messages of every length are restored from their frames, also several in one piece', () => {
  const messages = [0, 1, 125, 126, 65_535, 65_536].map((length) => new Uint8Array(length).fill(length % 251))
  expect(messages.map((message) => framed(message).length - message.length)).toEqual([2, 2, 2, 4, 4, 10])
  expect(findMessages(Buffer.concat(messages.map(framed)))).toEqual(messages)
})
