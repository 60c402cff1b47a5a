import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readStamps, type StampLibrary } from './stamps.ts'
import { getFlaws, imported, readFile } from './testing.ts'

/** Files that other programs made; `SOURCES.md` in that folder says where they come from. */
const readFixture = (path: string): Buffer =>
  readFileSync(new URL(`../../../../e2e/fixtures/${path}`, import.meta.url))

/** The cells of a draw.io file, packed or not, counted without our importer. */
function countCells(text: string): { readonly boxes: number; readonly edges: number } {
  const packed = [...text.matchAll(/<diagram[^>]*>([^<]+)<\/diagram>/g)]
  const unpack = (data: string): string =>
    decodeURIComponent(inflateRawSync(Buffer.from(data, 'base64')).toString())
  const xml = packed.length > 0 ? packed.map(([, data = '']) => unpack(data)).join('') : text
  const cells = [...xml.matchAll(/<mxCell ([^>]*)>/g)].map(([, attributes = '']) => attributes)
  const get = (cell: string, name: string): string => new RegExp(`${name}="([^"]*)"`).exec(cell)?.[1] ?? ''
  const edges = cells.filter((cell) => cell.includes('edge="1"'))
  const ids = new Set(edges.map((cell) => get(cell, 'id')))
  // A vertex in an edge is a label of it, and groups are drawn by what is in them.
  const boxes = cells.filter(
    (cell) =>
      cell.includes('vertex="1"') &&
      !cell.includes('visible="0"') &&
      !ids.has(get(cell, 'parent')) &&
      !/(^|;)group(;|$)/.test(get(cell, 'style')),
  )
  return { boxes: boxes.length, edges: edges.length }
}

it.each([
  ['BPMN.xml', 30, 2, 26, { otherForm: 10 }],
  ['Floorplan.xml', 144, 0, 8, { otherForm: 113 }],
  ['GanttChart.xml', 196, 0, 0, { otherForm: 15 }],
  ['Mindmap.xml', 95, 0, 94, { invisible: 1 }],
  ['Mock-up_mobile.xml', 93, 0, 0, { otherForm: 19 }],
  ['NetworkDiagram.xml', 48, 13, 25, { otherForm: 29 }],
  ['OrgChart.xml', 62, 0, 44, {}],
  ['UML-communication-diagram.drawio', 59, 19, 36, {}],
  ['UMLdiagram.xml', 11, 3, 7, {}],
  ['Wireframe.xml', 177, 0, 0, { otherForm: 33 }],
  ['aws-saas-example.drawio', 43, 16, 23, { otherForm: 22 }],
  ['background-page.drawio', 152, 60, 8, { pictureMissing: 41, invisible: 2 }],
  ['bpmn-translation-process.drawio', 80, 19, 54, { otherForm: 55 }],
  ['circuit-logic-examples.drawio', 25, 1, 25, { otherForm: 12 }],
  ['class-diagram-example.drawio', 36, 9, 4, {}],
  ['gantt-table.drawio', 105, 1, 6, {}],
  ['gemfile-dependency-graph.drawio', 33, 0, 48, {}],
  ['gitflow-examples.drawio', 53, 9, 51, {}],
  ['jtbd-forces-diagram.xml', 42, 0, 7, {}],
  ['kanban-examples.drawio', 99, 11, 0, { otherForm: 16 }],
  ['pestel-analysis.drawio', 77, 6, 0, { otherForm: 6, pictureMissing: 4 }],
  ['sequence-diagram-examples.drawio', 43, 15, 15, { otherForm: 1 }],
  ['sociogram-example.drawio', 26, 0, 79, {}],
  ['story-map.drawio', 165, 26, 11, { otherForm: 4, link: 3 }],
  ['sysml-activity-diagram.drawio', 33, 5, 22, { otherForm: 15 }],
  ['threat-modelling.drawio', 92, 5, 37, { otherForm: 8 }],
  ['timeline-infographic-shapes-vertical.drawio', 131, 0, 1, { otherForm: 36 }],
  ['uml-use-case-example.drawio', 27, 4, 37, {}],
])('every box and line of %s comes in', (name, boxes, parts, connectors, notes) => {
  const bytes = readFixture(`drawio/${name}`)
  const { made, notes: reported } = readFile(name, bytes).report
  const { connector = 0, frame: _pages, ...others } = Object.fromEntries(made) as Record<string, number>
  const elements = Object.values(others).reduce((sum, each) => sum + each, 0)
  expect([elements, connector]).toEqual([boxes, connectors])
  const byName = Object.fromEntries(reported.map((note) => [note.name, note.count]))
  expect(byName).toEqual(notes)
  // What is missing is in the report.
  const cells = countCells(bytes.toString())
  expect(elements - parts).toBe(cells.boxes)
  expect(connector).toBe(cells.edges - (byName['invisible'] ?? 0))
})

it.each([
  ['3d-shapes.excalidrawlib', 2, 8, 0],
  ['code-essentials.excalidrawlib', 2, 4, 0],
  ['coordinates.excalidrawlib', 4, 13, 0],
  ['data-flow.excalidrawlib', 4, 13, 4],
  ['polygons.excalidrawlib', 6, 6, 0],
  ['r.excalidrawlib', 2, 5, 0],
  ['secure_shell.excalidrawlib', 3, 6, 0],
  ['simple-sticky-notes.excalidrawlib', 7, 14, 7],
  ['some-handdrawn-signs.excalidrawlib', 2, 3, 0],
  ['team-topologies.excalidrawlib', 8, 10, 0],
])('every element of %s comes into a library', (name, drawings, elements, labels) => {
  const { stamps } = readStamps({ bytes: readFixture(`libraries/${name}`) }) as StampLibrary
  expect(stamps).toHaveLength(drawings)
  const reports = stamps.map(({ text }) => {
    const drawing = imported(text)
    expect(getFlaws(drawing)).toEqual([])
    return drawing.report
  })
  const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)
  const inBoxes = sum(reports.map((report) => report.labels))
  expect([sum(reports.flatMap(({ made }) => [...made.values()])) + inBoxes, inBoxes]).toEqual([
    elements,
    labels,
  ])
})
