import { describe, expect, it } from 'vitest'
import type { ElementRecord } from '../../document/model/record.ts'
import { containsBox, inflate, translateBox } from '../../geometry/box.ts'
import { getPathBounds } from '../../geometry/path.ts'
import { SvgPen } from '../../render/pens/svg-pen.ts'
import { BoardDriver } from '../../testing/board-driver.ts'
import { shapes } from '../index.ts'
import { drawn, fullOptions, getElement, getView } from '../testing/records.ts'

const kinds = shapes
  .filter(({ schema }) => Object.hasOwn(schema.props.shape, 'lineStyle'))
  .map(({ kind }) => kind)

const handDrawn = (kind: string, over: Readonly<Record<string, unknown>> = {}): ElementRecord =>
  getElement(kind, { lineStyle: 'handDrawn', ...over })

it('is a style of everything with a line', () => {
  expect(kinds).toEqual(['rect', 'ellipse', 'diamond', 'figure', 'line', 'connector'])
})

describe.each(kinds)('a hand-drawn %s', (kind) => {
  const shape = shapes.find((one) => one.kind === kind)!

  it('is drawn inside its bounds', () => {
    for (const [w, h] of [
      [100, 60],
      [4, 900],
    ] as const) {
      for (let i = 0; i < 40; i++) {
        const corners = kind === 'rect' && { radius: 12 }
        const record = handDrawn(kind, { id: `e${i}`, w, h, strokeWidth: 6, ...corners })
        const bounds = shape.geometry.bounds(record, getView([record]))
        const pen = new SvgPen()
        pen.path = (path, at, { stroke }) => {
          const drawnBox = inflate(translateBox(getPathBounds(path), at.x, at.y), (stroke?.width ?? 0) / 2)
          expect(containsBox(inflate(bounds, 0.01), drawnBox)).toBe(true)
        }
        shape.draw(pen, record, getView([record]), fullOptions)
      }
    }
  })

  it('is the same wherever it is, and clean at small scales', () => {
    const curves = (record: ElementRecord): string[] => drawn(record).match(/ d="[^"]*C[^"]*"/g) ?? []
    expect(curves(handDrawn(kind)).length).toBeGreaterThan(0)
    expect(drawn(handDrawn(kind))).toBe(drawn(handDrawn(kind)))
    expect(drawn(handDrawn(kind))).not.toBe(drawn(handDrawn(kind, { id: 'other' })))
    const plain = { scale: 0.2, theme: 'light', detail: 'plain' } as const
    const [rough, clean] = [handDrawn(kind), getElement(kind)]
    expect(drawn(rough, getView([rough]), plain)).toBe(drawn(clean, getView([clean]), plain))
  })

  it('keeps its outline, to which connectors attach', () => {
    const [rough, clean] = [handDrawn(kind), getElement(kind)]
    expect(shape.geometry.outline(rough, getView([rough]))).toEqual(
      shape.geometry.outline(clean, getView([clean])),
    )
  })

  it('is clean if it was stored before the style existed', () => {
    const { lineStyle: _clean, ...props } = shape.schema.defaults
    expect(shape.schema.props.safeParse(props).success).toBe(true)
    const { lineStyle: _unstored, ...old } = getElement(kind)
    expect(drawn(old as ElementRecord)).toBe(drawn(getElement(kind)))
  })
})

it('fills the clean outline and hatches by hand', () => {
  const filled = drawn(handDrawn('rect', { fill: 'blue', fillStyle: 'solid' }))
  expect(filled.match(/<path/g)).toHaveLength(2)
  expect(filled).toMatch(/fill="#[0-9a-f]{6}"/)
  const hatched = drawn(handDrawn('rect', { fill: 'blue', fillStyle: 'hatch' }))
  const clean = drawn(getElement('rect', { fill: 'blue', fillStyle: 'hatch' }))
  expect(hatched.match(/C/g)!.length).toBeGreaterThan(10)
  expect(clean).not.toContain('C')
})

it('is drawn once where it is dashed, because a second line would fill the gaps', () => {
  const count = (dash: string): number => drawn(handDrawn('rect', { dash })).match(/M/g)!.length
  expect([count('solid'), count('dashed'), count('dotted')]).toEqual([8, 4, 4])
})

it('is the first of its two lines alone where the second would not be seen', () => {
  const record = handDrawn('rect')
  const getPath = (scale: number): string =>
    /d="([^"]*)"/.exec(drawn(record, getView([record]), { ...fullOptions, scale }))![1]!
  expect(getPath(1).startsWith(getPath(0.5))).toBe(true)
  expect(getPath(0.5).match(/M/g)).toHaveLength(4)
})

describe('the style', () => {
  it('is clean for older elements, is set together and undone, also where someone else changed another field', async () => {
    const board = new BoardDriver()
    const old = board.put('rect', 100, 100, 100, 100)
    board.editor.edit.apply([{ op: 'patch', id: old, fields: { lineStyle: null } }])
    expect(board.get(old)).not.toHaveProperty('lineStyle')
    const round = board.put('ellipse', 300, 100, 100, 100, { lineStyle: 'handDrawn' })
    await board.settle()
    const kim = new BoardDriver({ uid: 'kim', room: board.room })
    board.editor.selection.set([old, round])
    expect(board.editor.styles.current.value.get('lineStyle')).toBe('mixed')
    board.editor.selection.set([old])
    expect(board.editor.styles.current.value.get('lineStyle')).toEqual({ value: 'clean' })
    board.editor.edit.setStyle({ lineStyle: 'handDrawn' })
    kim.editor.edit.apply([{ op: 'patch', id: old, fields: { stroke: 'red' } }])
    await board.settle()
    expect(kim.get(old)).toMatchObject({ lineStyle: 'handDrawn', stroke: 'red' })
    board.key('Mod+Z')
    await board.settle()
    expect(kim.get(old)['lineStyle'] ?? 'clean').toBe('clean')
    expect(kim.get(old)['stroke']).toBe('red')
  })

  it('is kept for the next element of the kind', () => {
    const board = new BoardDriver()
    board.editor.selection.set([board.put('rect', 100, 100, 100, 100)])
    board.editor.edit.setStyle({ lineStyle: 'handDrawn' })
    board.editor.selection.set([])
    board.key('R')
    board.drag([400, 400], [500, 500])
    expect(board.elements().map((record) => record['lineStyle'])).toEqual(['handDrawn', 'handDrawn'])
  })

  it('is no edit for viewers', () => {
    const owner = new BoardDriver({ uid: 'owner' })
    const id = owner.put('rect', 100, 100, 100, 100)
    const board = new BoardDriver({ role: 'viewer', uid: 'kim', room: owner.room })
    board.editor.selection.set([id])
    board.editor.edit.setStyle({ lineStyle: 'handDrawn' })
    expect(board.replica.document.get(id)?.['lineStyle'] ?? 'clean').toBe('clean')
  })
})
