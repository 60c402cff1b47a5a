import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isImportFailure } from '../import-failure.ts'
import { getEdges, getTexts, openFile, readFile } from '../testing.ts'

const cells = `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
  <mxCell id="box" value="Order&lt;br&gt;&lt;b&gt;paid&lt;/b&gt; &amp;amp; sent" style="rounded=1;whiteSpace=wrap;html=1;fillColor=#dae8fc;strokeColor=#6c8ebf;" vertex="1" parent="1"><mxGeometry x="40" y="40" width="120" height="60" as="geometry"/></mxCell>
  <mxCell id="ask" value="Paid?" style="rhombus;whiteSpace=wrap;html=1;" vertex="1" parent="1"><mxGeometry x="260" y="30" width="100" height="80" as="geometry"/></mxCell>
  <mxCell id="store" value="Orders" style="shape=cylinder3;rotation=90;" vertex="1" parent="1"><mxGeometry x="460" y="30" width="60" height="80" as="geometry"/></mxCell>
  <mxCell id="e1" value="" style="edgeStyle=orthogonalEdgeStyle;endArrow=classic;exitX=1;exitY=0.5;entryX=0;entryY=0.5;dashed=1;" edge="1" parent="1" source="box" target="ask"><mxGeometry relative="1" as="geometry"/></mxCell>
  <mxCell id="e1l" value="then" style="edgeLabel;html=1;" vertex="1" connectable="0" parent="e1"><mxGeometry relative="1" as="geometry"/></mxCell>
  <mxCell id="e2" style="endArrow=none;startArrow=diamond;" edge="1" parent="1"><mxGeometry as="geometry"><mxPoint x="10" y="200" as="sourcePoint"/><mxPoint x="90" y="240" as="targetPoint"/><Array as="points"><mxPoint x="50" y="200"/></Array></mxGeometry></mxCell>
  <mxCell id="lane" value="Team" style="swimlane;startSize=30;" vertex="1" parent="1"><mxGeometry x="600" y="0" width="200" height="200" as="geometry"/></mxCell>
  <UserObject id="inner" label="%name%" name="Ada" placeholders="1" link="https://example.org/ada"><mxCell style="text;" vertex="1" parent="lane"><mxGeometry x="20" y="40" width="80" height="20" as="geometry"/></mxCell></UserObject>
  <mxCell id="hidden" value="x" visible="0" vertex="1" parent="1"><mxGeometry x="0" y="0" width="9" height="9" as="geometry"/></mxCell>
</root></mxGraphModel>`

const pack = (xml: string): string => deflateRawSync(encodeURIComponent(xml)).toString('base64')
const file = (pages: string): string => `<?xml version="1.0"?><mxfile host="x">${pages}</mxfile>`

describe('draw.io', () => {
  it('keeps lines of sketches', () => {
    const sketch = cells.replace('style="rounded=1;', 'style="sketch=1;rounded=1;')
    const { records } = readFile('plan.drawio', sketch)
    const styles = records.filter(({ kind }) => kind === 'rect').map(({ lineStyle }) => lineStyle)
    expect(styles).toEqual(['handDrawn', 'clean', 'clean'])
  })

  it.each([
    ['plain', file(`<diagram name="A">${cells}</diagram>`)],
    ['compressed', file(`<diagram name="A">${pack(cells)}</diagram>`)],
    ['without its file', cells],
  ])('keeps shapes, labels, nesting, ends and heads: %s', (_, xml) => {
    const drawing = readFile('plan.drawio', xml)
    expect(Object.fromEntries(drawing.report.made)).toEqual({
      rect: 3,
      diamond: 1,
      figure: 1,
      text: 1,
      connector: 2,
    })
    const find = (kind: string) => drawing.records.filter((record) => record.kind === kind)
    expect(getTexts(drawing)).toEqual(expect.arrayContaining(['Order\npaid & sent', 'Paid?', 'then', 'Ada']))
    expect(find('rect')[0]).toMatchObject({ x: 40, y: 40, w: 120, h: 60, fill: '#dae8fc', stroke: '#6c8ebf' })
    expect(find('figure')[0]).toMatchObject({ form: 'database', r: 90 })
    expect(find('text')[0]).toMatchObject({ x: 620, y: 40 })
    expect(getEdges(drawing)).toEqual(['Order\npaid & sent>Paid?'])
    expect(find('binding').map(({ u, v }) => [u, v])).toEqual([[1, 0.5], [0, 0.5]]) // prettier-ignore
    expect(find('rect')[0]).toMatchObject({ lineStyle: 'clean' })
    expect(find('connector')[0]).toMatchObject({ routing: 'elbow', dash: 'dashed', endHead: 'triangle' })
    expect(find('connector')[1]).toMatchObject({
      x: 10,
      y: 200,
      w: 80,
      h: 40,
      startHead: 'diamond',
      endHead: 'none',
    })
  })

  it('names the boxes whose shape it does not know', () => {
    const { records, report } = readFile(
      'plan.drawio',
      cells.replace('shape=cylinder3', 'shape=mxgraph.aws4.lambda'),
    )
    const [note] = report.notes
    expect(note).toMatchObject({ name: 'otherForm', count: 1 })
    const named = records.filter(({ id }) => note?.records.includes(id))
    expect(named).toMatchObject([{ kind: 'rect', w: 60, h: 80 }])
    expect(report.labels).toBe(5)
  })

  it('puts several pages beside each other, each in a frame', () => {
    const page = (name: string) => `<diagram name="${name}">${cells}</diagram>`
    const { records } = readFile('plan.drawio', file(page('One') + page('Two')))
    const frames = records.filter(({ kind }) => kind === 'frame')
    expect(frames.map(({ title }) => title)).toEqual(['One', 'Two'])
    const [one, two] = frames.map(({ x, w }) => [Number(x), Number(w)] as const)
    expect(two![0]).toBeGreaterThan(one![0] + one![1])
    expect(records.filter(({ parent }) => parent === frames[1]!.id).length).toBeGreaterThan(4)
  })

  it('is refused when it is truncated, and never read half', () => {
    const xml = file(`<diagram name="A">${cells}</diagram>`)
    for (let length = 0; length < xml.length; length += 23)
      expect(isImportFailure(openFile('plan.drawio', xml.slice(0, length))), `${length}`).toBe(true)
    const packed = pack(cells)
    for (let length = 4; length < packed.length - 8; length += 64)
      expect(
        isImportFailure(openFile('a.drawio', file(`<diagram>${packed.slice(0, length)}</diagram>`))),
      ).toBe(true)
  })

  it('cannot unpack without end, nest without end or expand entities', () => {
    const bomb = deflateRawSync(Buffer.alloc(120_000_000, 'a')).toString('base64')
    expect(openFile('a.drawio', file(`<diagram>${bomb}</diagram>`))).toMatchObject({ reason: 'too_large' })
    expect(openFile('a.drawio', '<mxfile>'.repeat(10_000))).toMatchObject({ reason: 'too_large' })
    const entity = `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${cells.replace('Paid?', '&b;')}`
    expect(getTexts(readFile('a.drawio', entity))).toContain('&b;')
    expect(openFile('a.xml', '<html></html>')).toMatchObject({ reason: 'not_a_drawing' })
    const circle = cells
      .replace('id="lane"', 'id="lane" ')
      .replace('vertex="1" parent="1"><mxGeometry x="600"', 'vertex="1" parent="lane"><mxGeometry x="600"')
    readFile('a.drawio', circle)
  })

  it.each([
    ['characters', 'x'.repeat(40_000_000)],
    ['elements', '<a/>'.repeat(120_000)],
  ])('refuses pages that unpack to too many %s together', (_, content) => {
    const page = `<diagram>${deflateRawSync(`<mxGraphModel>${content}</mxGraphModel>`).toString('base64')}</diagram>`
    expect(openFile('plan.drawio', file(page.repeat(2)))).toMatchObject({ reason: 'empty' })
    expect(openFile('plan.drawio', file(page.repeat(3)))).toMatchObject({ reason: 'too_large' })
  })

  it('gives the labels of an edge to one of those that share its id', () => {
    const edges = cells.replace(/<mxCell id="e1".*?<\/mxCell>/, '$&$&$&')
    const drawing = readFile('plan.drawio', edges)
    expect(getTexts(drawing).filter((text) => text === 'then')).toHaveLength(1)
    expect(drawing.report.notes).toEqual([])
  })

  it('reads a label of blanks in time proportional to its length', () => {
    const label = `a${'&#32;'.repeat(600_000)}b`
    const drawing = readFile('plan.drawio', cells.replace('value="Paid?"', `value="${label}"`))
    expect(getTexts(drawing)).toContain('then')
  })

  it('refuses a page of more cells than a board takes', () => {
    const cell = '<mxCell vertex="1" parent="1"><mxGeometry width="9" height="9"/></mxCell>'
    const xml = `<mxGraphModel><root>${cell.repeat(130_000)}</root></mxGraphModel>`
    expect(openFile('plan.drawio', xml)).toMatchObject({ reason: 'too_large' })
  })

  const draw = (...drawn: readonly string[]) =>
    readFile(
      'plan.drawio',
      `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${drawn.join('')}</root></mxGraphModel>`,
    )
  const box = (id: string, value: string, style: string, [x, y, w, h]: readonly number[]): string =>
    `<mxCell id="${id}" value="${value}" style="${style}" vertex="1" parent="1"><mxGeometry x="${x}" y="${y}" width="${w}" height="${h}" as="geometry"/></mxCell>`
  const label = (value: string, x: number): string =>
    `<mxCell id="${value}" value="${value}" style="edgeLabel;" vertex="1" connectable="0" parent="line"><mxGeometry x="${x}" relative="1" as="geometry"/></mxCell>`

  it('fills only the title of a container', () => {
    const { records } = draw(
      box('lane', 'Team', 'swimlane;startSize=30;fillColor=#f8cecc;', [0, 0, 200, 300]),
    )
    const [area, title] = records.filter(({ kind }) => kind === 'rect')
    expect(area).toMatchObject({ h: 300, fill: 'none', text: null })
    expect(title).toMatchObject({ x: 0, y: 0, w: 200, h: 30, fill: '#f8cecc' })
  })

  it('keeps the colour that a box takes over from its container', () => {
    const lane = box('lane', 'Team', 'swimlane;fillColor=#1ba1e2;', [0, 0, 200, 300])
    const { records } = draw(
      lane,
      box('card', 'Task', 'fillColor=swimlane;', [9, 60, 90, 60]).replace('parent="1"', 'parent="lane"'),
    )
    expect(records.find(({ x }) => x === 9)).toMatchObject({ fill: '#1ba1e2' })
  })

  it.each([
    ['verticalLabelPosition=bottom;verticalAlign=top;', { x: 130, y: 180 }],
    ['verticalLabelPosition=top;verticalAlign=bottom;', { x: 130, y: 80 }],
    ['labelPosition=left;align=right;', { x: 60, y: 130 }],
    ['labelPosition=right;align=left;', { x: 200, y: 130 }],
  ])('keeps a label outside of its shape: %s', (style, near) => {
    const { records } = draw(box('icon', 'Queue', `shape=cube;${style}`, [100, 100, 60, 60]))
    const text = records.find(({ kind }) => kind === 'text')!
    const [x, y] = [Number(text['x']) + Number(text['w']) / 2, Number(text['y']) + Number(text['h']) / 2]
    expect(Math.hypot(x - near.x, y - near.y)).toBeLessThan(40)
    expect(records.find(({ kind }) => kind === 'figure')).toMatchObject({ text: null })
  })

  it('keeps several labels of a line at their ends', () => {
    const line = `<mxCell id="line" edge="1" source="a" target="b" parent="1"><mxGeometry relative="1" as="geometry"/></mxCell>`
    const boxes = [box('a', 'A', '', [0, 0, 100, 60]), box('b', 'B', '', [500, 0, 100, 60])]
    const { records } = draw(...boxes, line, label('1', -0.8), label('many', 0.8))
    const texts = records.filter(({ kind }) => kind === 'text').map(({ x }) => Number(x))
    expect(texts).toHaveLength(2)
    expect(texts[0]).toBeLessThan(200)
    expect(texts[1]).toBeGreaterThan(400)
  })

  it('keeps messages of a sequence diagram level, from line to line', () => {
    const lifeline = 'shape=umlLifeline;perimeter=lifelinePerimeter;'
    const call = `<mxCell id="call" style="entryX=0;entryY=0;" edge="1" source="user" target="bar" parent="1"><mxGeometry relative="1" as="geometry"/></mxCell>`
    const bar = box('bar', '', 'perimeter=orthogonalPerimeter;', [345, 120, 10, 80])
    const { records } = draw(box('user', 'User', lifeline, [0, 0, 100, 400]), bar, call)
    const [line, dashed] = [
      records.find(({ kind }) => kind === 'connector'),
      records.find(({ kind }) => kind === 'line'),
    ]
    expect(line).toMatchObject({ x: 50, y: 120, w: 295, h: 0 })
    expect(dashed).toMatchObject({ x: 50, y: 40, h: 360, dash: 'dashed' })
  })
})
