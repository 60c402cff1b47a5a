import { deflateSync } from 'node:zlib'
import { strFromU8, strToU8, zlibSync } from 'fflate'
import LZString from 'lz-string'
import { describe, expect, it } from 'vitest'
import { getPlainText, type RichText } from '../../document/text/rich-text.ts'
import { isImportFailure } from '../import-failure.ts'
import { getTexts, getScene, openFile, readFile } from '../testing.ts'

const mediaType = 'application/vnd.excalidraw+json'
const scene = getScene([
  { type: 'rectangle', id: 'a' },
  { type: 'text', id: 't', containerId: 'a', text: 'Smörgås' },
  { type: 'ellipse', id: 'b', x: 300 },
])

/** As Excalidraw packs a scene: deflated, each byte a character. */
const packScene = (text: string, isCompressed = true) =>
  JSON.stringify({
    version: '1',
    encoding: 'bstring',
    compressed: isCompressed,
    encoded: strFromU8(isCompressed ? zlibSync(strToU8(text)) : strToU8(text), true),
  })

function getPng(chunks: readonly (readonly [type: string, data: Uint8Array])[]): Uint8Array {
  const parts = chunks.map(([type, data]) => {
    const chunk = new Uint8Array(data.length + 12)
    new DataView(chunk.buffer).setUint32(0, data.length)
    chunk.set(strToU8(type, true), 4)
    chunk.set(data, 8)
    return [...chunk]
  })
  return Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...parts.flat()])
}

const createPng = (text: string) =>
  getPng([
    ['IHDR', new Uint8Array(13)],
    ['tEXt', strToU8(`${mediaType}\0${text}`, true)],
    ['IEND', new Uint8Array()],
  ])

const createSvg = (base64: string, version = 2) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><!-- svg-source:excalidraw --><metadata><!-- payload-type:${mediaType} --><!-- payload-version:${version} --><!-- payload-start -->${base64}<!-- payload-end --></metadata><rect/></svg>`

describe('a drawing inside another file', () => {
  it.each([
    ['a PNG', 'a.excalidraw.png', createPng(packScene(scene))],
    ['an uncompressed PNG', 'a.png', createPng(packScene(scene, false))],
    ['an SVG', 'a.excalidraw.svg', createSvg(btoa(packScene(scene)))],
    ['an SVG of the first version', 'a.svg', createSvg(btoa(strFromU8(strToU8(scene), true)), 1)],
    ['Obsidian', 'a.excalidraw.md', `---\nexcalidraw-plugin: parsed\n---\n# Excalidraw Data\n## Text Elements\nSmörgås ^t\n%%\n## Drawing\n\`\`\`json\n${scene}\n\`\`\`\n%%`], // prettier-ignore
    ['Obsidian, compressed', 'a.md', `---\nexcalidraw-plugin: parsed\n---\n## Drawing\n\`\`\`compressed-json\n${LZString.compressToBase64(scene).replaceAll(/(.{64})/g, '$1\n\n')}\n\`\`\`\n%%`], // prettier-ignore
  ])('is the same as by itself: %s', (_, name, file) => {
    const drawing = readFile(name, file)
    expect(Object.fromEntries(drawing.report.made)).toEqual({ rect: 1, ellipse: 1 })
    expect(getTexts(drawing)).toEqual(['Smörgås'])
  })

  it('that does not end is refused in time proportional to the length of the file', () => {
    const svg = createSvg(' '.repeat(12_000)).replace('<!-- payload-end -->', '!')
    expect(openFile('a.svg', svg)).toMatchObject({ reason: 'not_a_drawing' })
  })

  it('is refused if it is truncated, broken, or decompresses without end', () => {
    const files = [
      ['a.png', createPng(packScene(scene))],
      ['a.svg', strToU8(createSvg(btoa(packScene(scene))))],
    ] as const
    for (const [name, bytes] of files)
      for (let length = 4; length < bytes.length * 0.9; length += 17)
        expect(isImportFailure(openFile(name, bytes.slice(0, length))), `${name} ${length}`).toBe(true)
    const bomb = JSON.stringify({ compressed: true, encoded: strFromU8(deflateSync(new Uint8Array(110_000_000)), true) }) // prettier-ignore
    expect(openFile('a.png', createPng(bomb))).toMatchObject({ reason: 'not_a_drawing' })
    expect(openFile('a.svg', '<svg/>')).toMatchObject({ reason: 'empty' })
  })
})

describe('a drawing of Obsidian', () => {
  const head =
    '---\nexcalidraw-plugin: parsed\n---\n# Excalidraw Data\n## Text Elements\nSmörgås ^t\n%%\n## Drawing\n'
  const packed = LZString.compressToBase64(scene).replaceAll(/(.{64})/g, '$1\n\n')

  it.each([
    ['plain', `${head}\`\`\`json\n${scene}\n\`\`\`\n%%`],
    ['compressed', `${head}\`\`\`compressed-json\n${packed}\n\`\`\`\n%%`],
  ])('that is cut off is damaged, and no outline: %s', (_, text) => {
    const end = text.lastIndexOf('\n```')
    for (let length = 30; length <= end; length += 7)
      expect(openFile('a.md', text.slice(0, length)), `${length}`).toMatchObject({ reason: 'damaged' })
    expect(isImportFailure(openFile('a.md', text))).toBe(false)
  })

  it('whose data cannot be unpacked is damaged; other notes are outlines', () => {
    const broken = `${head}\`\`\`compressed-json\n%%%\n\`\`\`\n`
    expect(openFile('a.md', broken)).toMatchObject({ reason: 'damaged' })
    expect(getTexts(readFile('a.md', '# Drawing\n- Pens\n')).toSorted()).toEqual(['Drawing', 'Pens'])
    expect(openFile('a.md', `---\n${'a: b\n'.repeat(200_000)}`)).not.toMatchObject({ reason: 'damaged' })
  })
})

describe('JSON Canvas', () => {
  const canvas = {
    nodes: [
      { id: 'g', type: 'group', x: -20, y: -20, width: 400, height: 200, label: 'Plan' },
      { id: 'a', type: 'text', x: 0, y: 0, width: 120, height: 60, text: 'Start', color: '4' },
      { id: 'b', type: 'link', x: 600, y: 0, width: 200, height: 60, url: 'https://example.org/a' },
      { id: 'c', type: 'file', x: 600, y: 300, width: 200, height: 60, file: 'Notes/todo.md' },
      { id: 'd', type: 'unheard of', x: 0, y: 0, width: 1, height: 1 },
    ],
    edges: [
      { id: 'e', fromNode: 'a', fromSide: 'right', toNode: 'b', toSide: 'left', label: 'then' },
      { id: 'f', fromNode: 'a', toNode: 'c', fromEnd: 'arrow', toEnd: 'none' },
      { id: 'h', fromNode: 'a', toNode: 'gone' },
    ],
  }

  it('keeps boxes, groups, sides, arrowheads and labels, and reports what it cannot show', () => {
    const { records, report, ...rest } = readFile('a.canvas', JSON.stringify(canvas))
    const find = (kind: string) => records.filter((record) => record.kind === kind)
    expect(Object.fromEntries(report.made)).toEqual({ frame: 1, rect: 3, connector: 2 })
    expect(find('frame')[0]).toMatchObject({ title: 'Plan', x: -20, y: -20, w: 400, h: 200 })
    const start = find('rect').find(({ stroke }) => stroke === '#2f9e44')
    expect(start?.parent).toBe(find('frame')[0]?.id)
    expect(find('connector').map(({ startHead, endHead }) => [startHead, endHead])).toEqual([['none', 'arrow'], ['arrow', 'none']]) // prettier-ignore
    expect(find('binding').slice(0, 2).map(({ u, v }) => [u, v])).toEqual([[1, 0.5], [0, 0.5]]) // prettier-ignore
    expect(getTexts({ records, report, ...rest })).toEqual(expect.arrayContaining(['Start', 'then', 'https://example.org/a', 'Notes/todo.md'])) // prettier-ignore
    expect(report.notes).toMatchObject([
      { name: 'fileOutside', outcome: 'approximated', count: 1 },
      { name: 'damaged', outcome: 'dropped', count: 2 },
    ])
  })

  it('can be empty or hostile', () => {
    expect(openFile('a.canvas', '{"nodes":[],"edges":[]}')).toMatchObject({ reason: 'empty' })
    const far = { nodes: [{ id: 'a', type: 'text', x: 1e300, y: 0, width: -5, height: 1 }] }
    expect(isImportFailure(openFile('a.canvas', JSON.stringify(far)))).toBe(true)
  })
})

describe('tables', () => {
  it.each([
    ['a.csv', 'Name,Note\r\nAda,"a, ""b""\nc"\r\n'],
    ['a.csv', '\ufeffName;Note\nAda;"a, ""b""\nc"'],
    ['a.tsv', 'Name\tNote\nAda\ta, "b"\n'],
  ])('become boxes in rows and columns: %s', (name, text) => {
    const drawing = readFile(name, text)
    const boxes = drawing.records.filter(({ kind }) => kind === 'rect')
    expect(getTexts(drawing).map((each) => each.replace('\nc', ''))).toEqual([
      'Name',
      'Note',
      'Ada',
      'a, "b"',
    ])
    const [first, second, third] = boxes.map(({ x, y, w, h }) => ({ x, y, w, h }) as Record<string, number>)
    expect([second!['x'], second!['y']]).toEqual([first!['w'], 0])
    expect([third!['x'], third!['y'], third!['w']]).toEqual([0, first!['h'], first!['w']])
  })

  it('that list sticky notes become notes in a grid, by frame, with their tags', () => {
    const table = [
      'Content,Frame,Tags,Color',
      '"Slow, sometimes",Problems,"speed, open question",#ffa8a8',
      'Loud,Problems,,',
      'Shade,Ideas,,yellow',
      ',Ideas,empty,',
      'Alone,,,',
    ].join('\n')
    const { records, report, ...rest } = readFile('board.csv', table)
    expect(Object.fromEntries(report.made)).toEqual({ frame: 2, sticky: 4 })
    const frames = new Map(records.flatMap(({ id, kind, title }) => (kind === 'frame' ? [[id, title]] : [])))
    const notes = records
      .filter(({ kind }) => kind === 'sticky')
      .sort((a, b) => Number(a['x']) - Number(b['x']))
    expect(notes.map(({ parent }) => frames.get(String(parent)))).toEqual([
      'Problems',
      'Problems',
      'Ideas',
      undefined,
    ])
    expect(getTexts({ ...rest, records: notes, report }).map((text) => text.split('\n'))).toEqual([
      ['Slow, sometimes', '#speed #open-question'],
      ['Loud'],
      ['Shade'],
      ['Alone'],
    ])
    expect(notes.map(({ fill }) => fill)).toEqual(['#ffa8a8', 'yellow', 'yellow', 'yellow'])
    const boxes = notes.map(({ x, y, w, h }) => [x, y, w, h])
    expect(boxes.slice(0, 2)).toEqual([[24, 24, 200, 200], [248, 24, 200, 200]]) // prettier-ignore
    expect(report.notes).toMatchObject([{ name: 'tags', outcome: 'approximated', count: 1 }])
  })

  it('with columns beside those of notes stay tables', () => {
    const { report } = readFile('a.csv', 'Content,Tags,Price\nTea,hot,3\n')
    expect(Object.fromEntries(report.made)).toEqual({ rect: 6 })
  })

  it('without cells, or with too many, are refused', () => {
    expect(openFile('a.csv', ' \n,,\n')).toMatchObject({ reason: 'empty' })
    expect(openFile('a.csv', 'a,'.repeat(6_000))).toMatchObject({ reason: 'too_large' })
    expect(getTexts(readFile('a.csv', 'a,"never closed'))).toEqual(['a', 'never closed'])
  })
})

describe('outlines', () => {
  const markdown =
    '# Trip\n\n## Pack\n- [x] **Tent**\n  - pegs\n- [Map](https://example.org)\n\n## Go\nby train\n'
  const opml = `<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>
    <outline text="Trip"><outline text="Pack"><outline text="Tent"><outline text='pegs'/></outline><outline text="Map"/></outline>
    <outline text="Go"><outline _note="a &gt; b" text="by train"/></outline></outline></body></opml>`

  it.each([
    ['trip.md', markdown],
    ['trip.opml', opml],
  ])('become a tree: %s', (name, text) => {
    const drawing = readFile(name, text)
    const boxes = drawing.records.filter(({ kind }) => kind === 'rect')
    const named = new Map(boxes.map((box) => [box.id, getPlainText(box['text'] as RichText)]))
    const ends = Map.groupBy(
      drawing.records.filter(({ kind }) => kind === 'binding'),
      ({ parent }) => parent,
    )
    const edges = [...ends.values()].map((pair) =>
      pair.map(({ target }) => named.get(String(target))).join('>'),
    )
    expect(edges.sort()).toEqual([
      'Go>by train',
      'Pack>Map',
      'Pack>Tent',
      'Tent>pegs',
      'Trip>Go',
      'Trip>Pack',
    ])
    const rows = boxes.toSorted((a, b) => Number(a['y']) - Number(b['y']))
    for (const a of rows)
      for (const b of rows)
        if (a !== b && a['x'] === b['x'])
          expect(Math.abs(Number(a['y']) - Number(b['y']))).toBeGreaterThanOrEqual(Number(a['h']))
  })

  it('with several roots are attached to the name of the file', () => {
    expect(getTexts(readFile('Week 7.md', '- a\n- b'))).toEqual(expect.arrayContaining(['Week 7', 'a', 'b']))
  })

  it('have headings with closing marks, of any length', () => {
    expect(getTexts(readFile('a.md', '# Trip ##\n## C#\n### #')).sort()).toEqual(['#', 'C#', 'Trip'])
    expect(getTexts(readFile('a.md', `# a${' '.repeat(300_000)}b`))).toHaveLength(1)
  })

  it('are limited, and expand no entities of their own', () => {
    expect(openFile('a.md', '- a\n'.repeat(5_001))).toMatchObject({ reason: 'too_large' })
    expect(openFile('a.md', '\n\n')).toMatchObject({ reason: 'empty' })
    const deep = Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i * 2)}- x${i}`).join('\n')
    readFile('a.md', deep)
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><opml><outline text="&b;&#x48;&amp;"/></opml>'
    expect(getTexts(readFile('a.opml', bomb))).toEqual(['&b;H&'])
    expect(openFile('a.opml', `<outline${' a="b"'.repeat(200_000)}`)).toMatchObject({ reason: 'empty' })
  })
})
