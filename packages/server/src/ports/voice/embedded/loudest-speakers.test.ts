import { expect, test } from 'vitest'
import { LoudestSpeakers } from './loudest-speakers.ts'

const SILENCE = 90
const TALK = 20

function room(slots: number, ...people: string[]): LoudestSpeakers {
  const speakers = new LoudestSpeakers(slots)
  for (const person of people) speakers.add(person)
  return speakers
}

test('everybody keeps a slot while there are enough', () => {
  const speakers = room(3, 'ada', 'bob')
  expect(speakers.addPacket('bob', SILENCE, 0)).toBe(1)
  expect(speakers.addPacket('bob', TALK, 20)).toBe(1)
  speakers.remove('ada')
  speakers.add('cy')
  expect(speakers.slots).toEqual(['cy', 'bob', null])
})

test('in a larger room a speaker takes the slot of the participant silent longest', () => {
  const speakers = room(2, 'ada', 'bob', 'cy')
  speakers.addPacket('ada', TALK, 0)
  speakers.addPacket('bob', TALK, 1_000)
  expect(speakers.addPacket('cy', SILENCE, 3_000)).toBeNull()
  expect(speakers.addPacket('cy', TALK, 3_020)).toBe(0)
  expect(speakers.slots).toEqual(['cy', 'bob'])
})

test('while all slots are speaking only a clearly louder participant takes one', () => {
  const speakers = room(2, 'ada', 'bob', 'cy')
  let slot: number | null = null
  for (let now = 0; now < 1_000; now += 20) {
    speakers.addPacket('ada', 10, now)
    speakers.addPacket('bob', 30, now)
    slot = speakers.addPacket('cy', 28, now)
  }
  expect(slot).toBeNull()
  for (let now = 1_000; now < 2_000; now += 20) {
    speakers.addPacket('ada', 10, now)
    speakers.addPacket('bob', 30, now)
    slot = speakers.addPacket('cy', 12, now)
  }
  expect(speakers.slots).toEqual(['ada', 'cy'])
})

test('a participant counts as speaking shortly after the last packet, and a free slot is reassigned', () => {
  const speakers = room(1, 'ada', 'bob')
  speakers.addPacket('ada', TALK, 100)
  expect([speakers.isSpeaking('ada', 400), speakers.isSpeaking('ada', 600)]).toEqual([true, false])
  speakers.remove('ada')
  expect(speakers.slots).toEqual(['bob'])
  expect(speakers.addPacket('ada', TALK, 700)).toBeNull()
})
