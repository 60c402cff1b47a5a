import { Mapping, StepMap } from 'prosemirror-transform'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { getSurvivingRanges, type TextRange } from './surviving-ranges.ts'

/** Every character by a number of its own, in each version, and the mapping from one to the next. */
interface Story {
  readonly moments: readonly (readonly number[])[]
  readonly mapping: Mapping
}

/** Steps of others over a text; some take back what came right before them. */
function randomHistory(random: () => number, length: number): Story {
  const mapping = new Mapping()
  const moments: (readonly number[])[] = [Array.from({ length }, (_, i) => i)]
  let characters = length
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const typed = (count: number): number[] => Array.from({ length: count }, () => characters++)
  for (let step = 0; step < 12; step += 1) {
    const now = moments.at(-1) ?? []
    const undone = mapping.maps.length - 1
    const last = mapping.maps[undone]
    if (last && random() < 0.3 && mapping.getMirror(undone) === undefined) {
      mapping.appendMap(last.invert(), undone)
      moments.push(moments.at(-2) ?? [])
      continue
    }
    const from = upTo(now.length)
    const removed = random() < 0.5 ? 0 : upTo(Math.min(6, now.length - from))
    const added = random() < 0.3 ? 0 : upTo(4)
    const second = from + removed + upTo(3)
    const isAround = second < now.length && random() < 0.2
    mapping.appendMap(new StepMap(isAround ? [from, removed, added, second, 1, 1] : [from, removed, added]))
    const fresh = removed === 1 && added === 1 ? now.slice(from, from + 1) : typed(added)
    moments.push(now.toSpliced(from, removed, ...fresh))
  }
  return { moments, mapping }
}

/** Positions of characters, each range by itself. */
function listRanges(characters: ReadonlySet<number>, text: readonly number[]): readonly TextRange[] {
  const ranges: { from: number; to: number }[] = []
  for (const [position, character] of text.entries()) {
    const last = ranges.at(-1)
    if (!characters.has(character)) continue
    if (last?.to === position) last.to += 1
    else ranges.push({ from: position, to: position + 1 })
  }
  return ranges
}

describe('the characters of a range after edits of others', () => {
  test('are found wherever they have moved', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 3_000; round += 1) {
      const { moments, mapping } = randomHistory(random, 40)
      const begin = round % 3
      const [then = [], now = []] = [moments[begin], moments.at(-1)]
      const from = Math.floor(random() * 20)
      const passage = { from, to: Math.min(then.length, from + 1 + Math.floor(random() * 20)) }
      const characters = new Set(then.slice(passage.from, passage.to))
      expect(getSurvivingRanges(passage, mapping.slice(begin)), `round ${round}`).toEqual(
        listRanges(characters, now),
      )
    }
  })

  test('are found in a long range over many steps, since only pieces are counted', () => {
    const before = Array.from({ length: 20_000 }, () => new StepMap([0, 0, 1]))
    expect(getSurvivingRanges({ from: 10, to: 60_010 }, new Mapping(before))).toEqual([
      { from: 20_010, to: 80_010 },
    ])
    const inside = Array.from({ length: 1_000 }, (_, i) => new StepMap([100 + 2 * i, 0, 1]))
    expect(getSurvivingRanges({ from: 10, to: 60_010 }, new Mapping(inside))?.length).toBe(1_001)
  })

  test('are not searched if that would take too long', () => {
    const everywhere = Array.from({ length: 20_000 }, (_, i) => new StepMap([100 + 2 * i, 0, 1]))
    expect(getSurvivingRanges({ from: 10, to: 60_010 }, new Mapping(everywhere))).toBeUndefined()
  })
})
