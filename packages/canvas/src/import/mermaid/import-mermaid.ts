import { importScene } from '../excalidraw.ts'
import type { ImportFailure } from '../import-failure.ts'
import { importOutline } from '../formats/import-outline.ts'
import { SceneBuilder } from '../formats/scene-builder.ts'
import { importLimits } from '../import-limits.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { createNoteCounter, type NoteCounter } from '../notes.ts'
import { readClassDiagram } from './class-diagram.ts'
import type { Diagram } from './diagram.ts'
import { drawDiagram } from './draw-diagram.ts'
import { readFlowchart } from './read-flowchart.ts'
import { readMindMap } from './mind-map.ts'
import { drawSequence, readSequence } from './sequence.ts'
import { readStateDiagram } from './state-diagram.ts'

type ReadGraph = (lines: readonly string[], header: string, notes: NoteCounter) => Diagram

const graphs: readonly (readonly [RegExp, ReadGraph])[] = [
  [/^(?:graph|flowchart)\b/i, readFlowchart],
  [/^stateDiagram\b/i, readStateDiagram],
  [/^classDiagram\b/i, readClassDiagram],
]

/** Reads a Mermaid diagram: flowchart, sequence, class or state diagram, or mind map. */
export function importMermaid(text: string, title: string): ImportedDrawing | ImportFailure {
  const { length, nodes, edges } = importLimits.diagram
  if (text.length > length) return { reason: 'too_large', message: `More than ${length} characters` }
  const lines = getLines(text)
  const header = lines[0]?.trim()
  if (header === undefined) return { reason: 'empty', message: 'The diagram has no lines' }
  const rest = lines.slice(1)
  if (/^mindmap\b/i.test(header)) return importOutline(readMindMap(rest), title)
  const notes = createNoteCounter()
  const builder = new SceneBuilder()
  if (/^sequenceDiagram\b/i.test(header)) {
    const sequence = readSequence(rest, notes)
    if (sequence.participants.length + sequence.steps.length > nodes)
      return { reason: 'too_large', message: `More than ${nodes} messages` }
    drawSequence(sequence, builder)
    return importScene(builder.getScene(), notes)
  }
  const read = graphs.find(([pattern]) => pattern.test(header))?.[1]
  if (!read) return { reason: 'diagram_kind', message: `${header.slice(0, 40)} is not read` }
  // The header may go on with statements: "graph LR; A-->B".
  const [head = '', ...inline] = header.split(';')
  const diagram = read([...inline, ...rest], head, notes)
  if (diagram.nodes.size > nodes || diagram.edges.length > edges)
    return { reason: 'too_large', message: `More than ${nodes} nodes or ${edges} edges` }
  drawDiagram(diagram, builder)
  return importScene(builder.getScene(), notes)
}

/** Lines without front matter, directives, comments and blank ones. Takes time in proportion to the text. */
function getLines(text: string): string[] {
  const lines = removeDirectives(text.replace(/^\ufeff/, '')).split(/\r\n?|[\n\u2028\u2029]/)
  return removeFrontMatter(getFenced(lines))
    .map((line) => line.slice(0, importLimits.diagram.lineLength).replace(/(^|\s)%%.*$/, ''))
    .filter((line) => line.trim() !== '')
}

/** `%%{init: …}%%`, also across lines. */
function removeDirectives(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = text.indexOf('%%{'); start !== -1; start = text.indexOf('%%{', at)) {
    const end = text.indexOf('}%%', start)
    if (end === -1) break
    parts.push(text.slice(at, start))
    at = end + 3
  }
  parts.push(text.slice(at))
  return parts.join('')
}

/** The lines of a fenced block, as Markdown has it; all lines if there is none. */
function getFenced(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== '')
  if (!/^\s*```\s*mermaid/.test(lines[start] ?? '')) return lines
  const end = lines.findIndex((line, i) => i > start && /^\s*```/.test(line))
  return end === -1 ? lines : lines.slice(start + 1, end)
}

function removeFrontMatter(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== '')
  if (lines[start]?.trim() !== '---') return lines
  const end = lines.indexOf('---', start + 1)
  return end === -1 ? lines : lines.slice(end + 1)
}
