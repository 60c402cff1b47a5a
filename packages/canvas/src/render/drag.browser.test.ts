import { afterEach, describe, expect, it } from 'vitest'
import type { ElementRecord, RecordId } from '../document/model/record.ts'
import { getElement } from '../shapes/testing/records.ts'
import {
  getBench,
  getDifference,
  drawnAfresh,
  drawnDirectly,
  getField,
  sameFraction,
  type Bench,
} from './testing.ts'

const open: Bench[] = []
afterEach(() => {
  for (const bench of open.splice(0)) bench.dispose()
})

function show(count: number, zoom = 1): Bench {
  const bench = getBench(getField(count), { camera: { x: 300, y: 200, zoom } })
  open.push(bench)
  bench.rest()
  return bench
}

function elements(bench: Bench, holds: (id: RecordId) => boolean = () => true): Set<RecordId> {
  return new Set(bench.document.childIds('page').filter(holds))
}

function carry(bench: Bench, ids: ReadonlySet<RecordId>, dx: number, dy: number): void {
  for (let i = 0; i <= 8; i++) {
    bench.document.hold({ ids, dx: (dx * i) / 8, dy: (dy * i) / 8 })
    bench.frame()
  }
}

const number = (id: RecordId): number => Number(id.slice(1))

describe.each([
  ['few', 400, (id: RecordId) => number(id) % 40 === 0],
  ['very many', 2600, (id: RecordId) => number(id) % 5 !== 0],
  ['all', 2600, () => true],
] as const)('%s elements in the hand', (_name, count, holds) => {
  it.each([
    ['whole pixels', 1, 160, -88],
    ['parts of pixels', 1, 60.3, 45.7],
    ['whole pixels from further away', 0.5, 200, 120],
  ] as const)('lie where they were dropped: %s', (_way, zoom, dx, dy) => {
    const bench = show(count, zoom)
    carry(bench, elements(bench, holds), dx, dy)
    bench.document.drop()
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('are drawn at their new position in the frame of the drop', () => {
    const bench = show(count)
    carry(bench, elements(bench, holds), 160, -88)
    const before = bench.pixels()
    bench.document.drop()
    bench.frame()
    // What lies above what may change in this frame; nothing jumps, and nothing is missing.
    expect(getDifference(bench.pixels(), before)).toBeLessThan(0.1)
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(0.1)
  })

  it('return when the drag is cancelled', () => {
    const bench = show(count)
    carry(bench, elements(bench, holds), 160, -88)
    bench.document.hold(null)
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })
})

describe('dragging a whole board', () => {
  it('needs no new raster when dropped at whole pixels', () => {
    const bench = show(2600)
    carry(bench, elements(bench), 160, -88)
    bench.rest()
    bench.document.drop()
    const before = bench.surface.stats
    bench.frame()
    const { frames, incomplete, outdated } = bench.surface.stats
    expect([frames - before.frames, incomplete - before.incomplete, outdated - before.outdated]).toEqual([
      1, 0, 0,
    ])
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('shows changes of others once it is dropped', () => {
    const bench = show(2600)
    const ids = elements(bench)
    carry(bench, ids, 40, 24)
    const changed = ['e1', 'e400', 'e401'].map((id) => bench.document.get(id) as ElementRecord)
    const where = bench.document.drag.peek()!
    bench.document.put(
      changed.map((record) => ({
        ...record,
        x: record.x - where.dx + 33,
        y: record.y - where.dy,
        fill: 'red',
      })),
    )
    bench.document.drop()
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })

  it('can be repeated before everything has been read', () => {
    const bench = show(2600)
    const ids = elements(bench)
    carry(bench, ids, 64, 0)
    bench.document.drop()
    bench.frame()
    carry(bench, new Set(ids), 0, 64)
    bench.document.drop()
    bench.rest()
    zoomTo(bench, 0.25)
    expect(getDifference(bench.pixels(), drawnAfresh(bench))).toBeLessThan(sameFraction)
  })

  it('goes below elements that lie above it', () => {
    const bench = getBench([
      ...getField(2600),
      getElement('rect', {
        id: 'top',
        z: 'zzz',
        x: 500,
        y: 400,
        w: 300,
        h: 200,
        fill: 'red',
        fillStyle: 'solid',
      }),
    ])
    open.push(bench)
    bench.rest()
    carry(
      bench,
      elements(bench, (id) => id !== 'top'),
      80,
      80,
    )
    bench.document.drop()
    bench.rest()
    expect(getDifference(bench.pixels(), drawnDirectly(bench))).toBeLessThan(sameFraction)
  })
})

function zoomTo(bench: Bench, zoom: number): void {
  bench.camera.value = { ...bench.camera.peek(), zoom }
  bench.rest()
}
