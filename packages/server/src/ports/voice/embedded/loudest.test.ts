import { expect, test } from 'vitest'
import { LoudestSpeakers } from './loudest.ts'

const SILENCE = 90
const TALK = 20

function room(slots: number, ...people: string[]): LoudestSpeakers {
  const speakers = new LoudestSpeakers(slots)
  for (const person of people) speakers.add(person)
  return speakers
}

test('while there are enough slots everybody keeps theirs, so no first syllable is lost', () => {
  const speakers = room(3, 'ada', 'bob')
  expect(speakers.hear('bob', SILENCE, 0)).toBe(1)
  expect(speakers.hear('bob', TALK, 20)).toBe(1)
  speakers.remove('ada')
  speakers.add('cy')
  expect(speakers.slots).toEqual(['cy', 'bob', null])
})

test('in a larger room who speaks takes the slot of whoever has been silent longest', () => {
  const speakers = room(2, 'ada', 'bob', 'cy')
  speakers.hear('ada', TALK, 0)
  speakers.hear('bob', TALK, 1_000)
  expect(speakers.hear('cy', SILENCE, 3_000)).toBeNull()
  expect(speakers.hear('cy', TALK, 3_020)).toBe(0)
  expect(speakers.slots).toEqual(['cy', 'bob'])
})

test('where everybody talks at once, only who is clearly louder takes a slot', () => {
  const speakers = room(2, 'ada', 'bob', 'cy')
  let slot: number | null = null
  for (let now = 0; now < 1_000; now += 20) {
    speakers.hear('ada', 10, now)
    speakers.hear('bob', 30, now)
    slot = speakers.hear('cy', 28, now)
  }
  expect(slot).toBeNull()
  for (let now = 1_000; now < 2_000; now += 20) {
    speakers.hear('ada', 10, now)
    speakers.hear('bob', 30, now)
    slot = speakers.hear('cy', 12, now)
  }
  expect(speakers.slots).toEqual(['ada', 'cy'])
})

test('a voice is speaking until shortly after its last word, and a slot that becomes free is passed on', () => {
  const speakers = room(1, 'ada', 'bob')
  speakers.hear('ada', TALK, 100)
  expect([speakers.isSpeaking('ada', 400), speakers.isSpeaking('ada', 600)]).toEqual([true, false])
  speakers.remove('ada')
  expect(speakers.slots).toEqual(['bob'])
  expect(speakers.hear('ada', TALK, 700)).toBeNull()
})
