import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intersects, type Box } from './box.ts'
import { BoxIndex } from './box-index.ts'

const box = fc.record({
  x: fc.integer({ min: -1000, max: 1000 }),
  y: fc.integer({ min: -1000, max: 1000 }),
  w: fc.integer({ min: 0, max: 300 }),
  h: fc.integer({ min: 0, max: 300 }),
})
const act = fc.oneof(
  fc.record({ type: fc.constant('set' as const), slot: fc.nat(900), box }),
  fc.record({ type: fc.constant('remove' as const), slot: fc.nat(900) }),
  fc.record({
    type: fc.constant('shift' as const),
    slots: fc.uniqueArray(fc.nat(900), { maxLength: 400 }),
    dx: fc.integer({ min: -2, max: 2 }),
    dy: fc.integer({ min: -200, max: 200 }),
  }),
  fc.record({ type: fc.constant('search' as const), box }),
)

describe('box index', () => {
  it('finds exactly the boxes that touch a box, after any changes', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 900 }), box, (actions, last) => {
        const index = new BoxIndex()
        const model = new Map<number, Box>()
        const found = (area: Box): number[] => {
          const slots: number[] = []
          index.search(area, (slot) => slots.push(slot))
          return slots.sort((a, b) => a - b)
        }
        const expected = (area: Box): number[] =>
          [...model]
            .filter(([, at]) => intersects(at, area))
            .map(([slot]) => slot)
            .sort((a, b) => a - b)
        for (const step of actions) {
          if (step.type === 'set') {
            index.set(step.slot, step.box)
            model.set(step.slot, step.box)
          } else if (step.type === 'remove') {
            index.remove(step.slot)
            model.delete(step.slot)
          } else if (step.type === 'shift') {
            const known = step.slots.filter((slot) => model.has(slot))
            index.shift(Int32Array.from(known), step.dx, step.dy)
            for (const slot of known) {
              const at = model.get(slot)!
              model.set(slot, { ...at, x: at.x + step.dx, y: at.y + step.dy })
            }
          } else expect(found(step.box)).toEqual(expected(step.box))
        }
        expect(found(last)).toEqual(expected(last))
        const known = Int32Array.from([-1, ...model.keys()])
        const filtered = new Uint32Array(known.length)
        const count = index.filter(known, known.length, last, filtered)
        expect([...filtered.subarray(0, count)].sort((a, b) => a - b)).toEqual(expected(last))
      }),
      { seed: 20261121, numRuns: 60 },
    )
  })

  it('finds boxes that were repeatedly shifted with many others', () => {
    const index = new BoxIndex()
    const all = Array.from({ length: 5000 }, (_, slot) => slot)
    for (const slot of all)
      index.set(slot, { x: (slot % 100) * 10, y: Math.floor(slot / 100) * 10, w: 5, h: 5 })
    const found = (x: number, y: number): number[] => {
      const slots: number[] = []
      index.search({ x: x + 1, y: y + 1, w: 1, h: 1 }, (slot) => slots.push(slot))
      return slots
    }
    expect(found(0, 0)).toEqual([0])
    for (let step = 1; step <= 6; step++) {
      index.shift(Int32Array.from(all.slice(0, step * 500)), 3000, 0)
      expect(found(step * 3000, 0)).toEqual([0])
      expect(found(0, 490)).toEqual([4900])
    }
    expect(found(3000, 290)).toEqual([2900])
  })

  it('finds boxes far from the origin, where their edges are finer than 32-bit floats', () => {
    const index = new BoxIndex()
    const boxes = Array.from({ length: 5000 }, (_, i) => ({
      x: 9e6 + i / 16,
      y: -9e6 - i / 16,
      w: 0.01,
      h: 0.01,
    }))
    boxes.forEach((at, slot) => index.set(slot, at))
    const find = (area: Box): number[] => {
      const slots: number[] = []
      index.search(area, (slot) => slots.push(slot))
      return slots
    }
    for (let i = 0; i < 200; i++) find(boxes[0]!)
    expect(boxes.filter((at, slot) => !find(at).includes(slot))).toEqual([])
  })

  it('knows the extent, which is undefined if it is empty', () => {
    const index = new BoxIndex()
    expect(index.getExtent()).toBeUndefined()
    index.set(3, { x: -5, y: 0, w: 10, h: 10 })
    index.set(7, { x: 20, y: 30, w: 5, h: 5 })
    expect(index.getExtent()).toEqual({ x: -5, y: 0, w: 30, h: 35 })
    index.remove(7)
    expect(index.getExtent()).toEqual({ x: -5, y: 0, w: 10, h: 10 })
  })
})
