import { importScene } from '../excalidraw.ts'
import type { ImportFailure } from '../import-failure.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { createNoteCounter } from '../notes.ts'
import { SceneBuilder } from './scene-builder.ts'

/** What columns of whiteboards' exports hold, by their names in lower case. */
const columns: ReadonlyMap<string, 'text' | 'frame' | 'tags' | 'color' | 'ignored'> = new Map([
  ...['content', 'text', 'sticky note', 'sticky notes', 'note'].map((name) => [name, 'text'] as const),
  ...['frame', 'frame title', 'frame name', 'column'].map((name) => [name, 'frame'] as const),
  ...['tag', 'tags', 'label', 'labels'].map((name) => [name, 'tags'] as const),
  ...['color', 'colour'].map((name) => [name, 'color'] as const),
  ...[
    'id',
    'type',
    'author',
    'created by',
    'created at',
    'modified by',
    'modified at',
    'url',
    'link',
    'x',
    'y',
  ].map((name) => [name, 'ignored'] as const),
])

const side = 200
const gap = 24
const mostPerRow = 5

interface Note {
  readonly text: string
  readonly tags: readonly string[]
  readonly fill: string | undefined
}

/**
 * Sticky notes of a whiteboard, one for each row, in a frame for each value of the frame column; undefined if the first
 * row does not name such columns, and no others.
 */
export function importNotesTable([header = [], ...rows]: readonly (readonly string[])[]):
  ImportedDrawing | ImportFailure | undefined {
  const roles = header.map((name) => columns.get(name.trim().toLowerCase()))
  const isOfNotes = roles.filter((role) => role === 'text').length === 1
  if (!isOfNotes || roles.includes(undefined) || !(roles.includes('frame') || roles.includes('tags')))
    return undefined
  const getCell = (row: readonly string[], role: string): string =>
    (row[roles.indexOf(role as 'text')] ?? '').trim()
  const frames = Map.groupBy(
    rows.filter((row) => getCell(row, 'text') !== ''),
    (row) => (roles.includes('frame') ? getCell(row, 'frame') : ''),
  )
  if (frames.size === 0) return undefined
  const builder = new SceneBuilder()
  const counter = createNoteCounter()
  let x = 0
  for (const [frame, list] of frames) {
    const notes = list.map((row): Note => {
      const fill = getCell(row, 'color')
      return {
        text: getCell(row, 'text'),
        tags: getCell(row, 'tags')
          .split(/[,;]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
        fill: /^#[0-9a-f]{6}$/i.test(fill) ? fill : undefined,
      }
    })
    const perRow = Math.min(mostPerRow, Math.ceil(Math.sqrt(notes.length)))
    const [w, h] = [perRow, Math.ceil(notes.length / perRow)].map((count) => count * (side + gap) + gap) as [
      number,
      number,
    ]
    const frameId = frame === '' ? null : `frame ${frame}`
    if (frameId !== null) builder.addFrame({ id: frameId, x, y: 0, w, h, name: frame })
    for (const [i, { text, tags, fill }] of notes.entries()) {
      const position = {
        x: x + gap + (i % perRow) * (side + gap),
        y: gap + Math.floor(i / perRow) * (side + gap),
      }
      const tagLine = tags.map((tag) => `#${tag.replaceAll(/\s+/g, '-')}`).join(' ')
      const element = builder.addBox({
        ...{ id: `${x} ${i}`, type: 'note', ...position, w: side, h: side },
        ...{ text: tagLine === '' ? text : `${text}\n${tagLine}`, fill, frame: frameId },
      })
      if (tagLine !== '') counter.take('tags', element)
    }
    x += w + gap * 2
  }
  return importScene(builder.getScene(), counter)
}
