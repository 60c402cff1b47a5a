import { describe, expect, it } from 'vitest'
import { intersects, type Box } from '../../geometry/box.ts'
import { shapesByKind } from '../../shapes/testing/records.ts'
import { halfWidths } from '../../text/testing.ts'
import { RenderIndex } from './render-index.ts'
import { getField, testDocument } from '../testing.ts'

function getRenderIndex(count: number, shapes = shapesByKind) {
  const document = testDocument(getField(count))
  const dirty: Box[] = []
  const index = new RenderIndex({
    document,
    shapes,
    measure: halfWidths,
    drag: document.drag,
    onDirty: (box) => dirty.push(box),
  })
  document.observe((change) => index.apply(change.moves, change.rest))
  index.setPage('page')
  const found = (box: Box): (string | undefined)[] =>
    [...index.search(box)].map((slot) => index.getRecord(slot)?.id)
  const expected = (box: Box): string[] =>
    document.childIds('page').filter((id) => {
      const bounds = index.getBounds(id)
      return bounds !== undefined && intersects(bounds, box)
    })
  return { document, index, found, expected }
}

const boxes: readonly Box[] = [
  { x: 500, y: 400, w: 300, h: 200 },
  { x: -1e5, y: -1e5, w: 2e5, h: 2e5 },
  { x: 1000, y: -500, w: 3000, h: 2500 },
  { x: 8e4, y: 8e4, w: 5000, h: 5000 },
]

describe('render index', () => {
  it('lists the elements in a small and a large box in paint order', () => {
    const { found, expected } = getRenderIndex(2500)
    for (const box of boxes) expect(found(box)).toEqual(expected(box))
  })

  it('follows moves of many elements, removals and additions', () => {
    const { document, found, expected, index } = getRenderIndex(2500)
    const ids = document.childIds('page').filter((_id, i) => i % 3 !== 0)
    const before = index.getBounds(ids[0]!)!
    document.move({ ids, dx: 700, dy: -40 })
    document.remove(ids.slice(50, 90))
    document.put(getField(10, 3).map((record) => ({ ...record, id: `new ${record.id}` })))
    document.move({ ids: ids.slice(0, 40), dx: -30, dy: 10 })
    const after = index.getBounds(ids[0]!)!
    expect([after.x, after.y].map(Math.round)).toEqual([before.x + 670, before.y - 30].map(Math.round))
    for (const box of boxes) expect(found(box)).toEqual(expected(box))
  })

  it('prepares a search after many changes in parts, none of them when nothing is left to do', () => {
    const { document, found, expected, index } = getRenderIndex(2500)
    document.put(getField(700, 3).map((record) => ({ ...record, id: `new ${record.id}` })))
    let parts = 0
    while (!index.prepare()) parts += 1
    // The children of the page, their ranks, and the tree.
    expect(parts).toBe(3)
    for (const box of boxes) expect(found(box)).toEqual(expected(box))
    expect(index.prepare()).toBe(true)
  })

  it('reads a moved element on demand, at its static position during a drag', () => {
    const { document, index } = getRenderIndex(600)
    const ids = document.childIds('page')
    const at = document.get('e9') as { x?: unknown; y?: unknown }
    document.move({ ids, dx: 100, dy: 50 })
    document.hold({ ids: new Set(ids), dx: 7, dy: 9 })
    expect(index.getRecord(index.getSlot('e9')!)).toMatchObject({
      x: Number(at.x) + 100,
      y: Number(at.y) + 50,
    })
  })

  it('measures connectors that arrive with their bindings and targets once, and where they end', () => {
    const connector = shapesByKind.get('connector')!
    const measured: string[] = []
    const bounds: typeof connector.geometry.bounds = (record, view) => {
      measured.push(record.id)
      return connector.geometry.bounds(record, view)
    }
    const counting = { ...connector, geometry: { ...connector.geometry, bounds } }
    const { document, index } = getRenderIndex(0, new Map(shapesByKind).set('connector', counting))
    const records = getField(60)
    document.put(records)
    const connectors = records.filter(({ kind }) => kind === 'connector').map(({ id }) => id)
    expect(measured.toSorted()).toEqual(connectors.toSorted())
    const whenLoading = connectors.map((id) => index.getBounds(id))
    index.rebuild()
    expect(connectors.map((id) => index.getBounds(id))).toEqual(whenLoading)
  })
})
