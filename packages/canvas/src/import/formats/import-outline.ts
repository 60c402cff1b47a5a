import { importScene } from '../excalidraw.ts'
import type { ImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { createNoteCounter } from '../notes.ts'
import { decodeEntities } from './markup-text.ts'
import { measureBox, SceneBuilder } from './scene-builder.ts'

/** One line of an outline. */
export interface OutlineLine {
  /** 0 is the top. */
  readonly depth: number
  readonly text: string
}

interface Branch {
  readonly text: string
  readonly depth: number
  readonly children: Branch[]
}

/** Headings, list items and paragraphs of a Markdown text, each below the heading or item it belongs to. */
export function readMarkdownLines(markdown: string): OutlineLine[] {
  const lines: OutlineLine[] = []
  let heading = 0
  const body = markdown.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
  for (const raw of body.split(/\r\n?|[\n\u2028\u2029]/)) {
    const title = /^(#{1,6})\s+(.+)$/.exec(raw)
    const item = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/.exec(raw)
    if (title) {
      heading = title[1]!.length
      lines.push({ depth: heading - 1, text: getPlain(removeClosingMarks(title[2]!)) })
    } else if (item) {
      const indent = item[1]!.replaceAll('\t', '    ').length
      lines.push({ depth: heading + Math.floor(indent / 2), text: getPlain(item[2]!) })
    } else if (raw.trim() !== '') lines.push({ depth: heading, text: getPlain(raw.trim()) })
  }
  return lines
}

/** `## Title ##`, but not `## C#`; a loop, because a pattern would take the square of the length. */
function removeClosingMarks(title: string): string {
  let end = title.length
  while (title[end - 1] === '#') end -= 1
  return end > 0 && /\s/.test(title[end - 1]!) ? title.slice(0, end).trimEnd() : title
}

/** Without the marks of emphasis, code and links. */
function getPlain(text: string): string {
  return text.replaceAll(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1').replaceAll(/(\*\*|__|`|~~)/g, '')
}

const outline = /<(\/?)outline((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g
/** The `text` of each `outline` of an OPML file. Entities of its own are not expanded. */
export function readOpmlLines(xml: string): OutlineLine[] {
  const lines: OutlineLine[] = []
  let depth = 0
  for (const [, end, attributes = '', isClosed] of xml.matchAll(outline)) {
    if (end) {
      depth = Math.max(0, depth - 1)
      continue
    }
    const value = /\stext\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes)
    lines.push({ depth, text: decodeEntities(value?.[1] ?? value?.[2] ?? '') })
    if (!isClosed) depth += 1
  }
  return lines
}

const gap = { x: 80, y: 16 }

/** Draws an outline as a tree from left to right. Several tops hang on the file's name. */
export function importOutline(lines: readonly OutlineLine[], title: string): ImportedDrawing | ImportFailure {
  const nonEmpty = lines.filter(({ text }) => text.trim() !== '')
  if (nonEmpty.length === 0) return { reason: 'empty', message: 'The outline has no text' }
  if (nonEmpty.length > importLimits.outlineLines)
    return { reason: 'too_large', message: `More than ${importLimits.outlineLines} lines` }
  const tops = toTree(nonEmpty)
  const root = tops.length === 1 ? tops[0]! : { text: title, depth: -1, children: tops }
  const builder = new SceneBuilder()
  drawTree(root, builder)
  return importScene(builder.getScene(), createNoteCounter())
}

function toTree(lines: readonly OutlineLine[]): Branch[] {
  const tops: Branch[] = []
  const open: Branch[] = []
  for (const { depth, text } of lines) {
    const branch: Branch = {
      text: text.trim(),
      depth: Math.min(depth, importLimits.outlineDepth),
      children: [],
    }
    while (open.length > 0 && open.at(-1)!.depth >= branch.depth) open.pop()
    ;(open.at(-1)?.children ?? tops).push(branch)
    open.push(branch)
  }
  return tops
}

/** Children stand in a column, one below the other, their parent at the middle of them. */
function drawTree(root: Branch, builder: SceneBuilder): void {
  const widths: number[] = []
  const measure = (branch: Branch, level: number): void => {
    widths[level] = Math.max(widths[level] ?? 0, measureBox(branch.text).w)
    for (const child of branch.children) measure(child, level + 1)
  }
  measure(root, 0)
  const lefts = widths.map((_, level) => widths.slice(0, level).reduce((sum, w) => sum + w + gap.x, 0))
  let bottom = 0
  let count = 0
  const arrows: (readonly [string, string])[] = []
  const draw = (branch: Branch, level: number): { readonly id: string; readonly y: number } => {
    const id = `n${count++}`
    const { w, h } = measureBox(branch.text)
    const top = bottom
    const children = branch.children.map((child) => draw(child, level + 1))
    const middle = children.length === 0 ? top + h / 2 : (children[0]!.y + children.at(-1)!.y) / 2
    const y = Math.max(top, middle - h / 2)
    bottom = Math.max(bottom, y + h + gap.y)
    builder.addBox({ id, x: lefts[level]!, y, w, h, text: branch.text })
    for (const child of children) arrows.push([id, child.id])
    return { id, y: y + h / 2 }
  }
  draw(root, 0)
  for (const [from, to] of arrows)
    builder.addArrow({ id: `${from} ${to}`, from, to, fromSide: 'right', toSide: 'left', endHead: null, routing: 'elbow' }) // prettier-ignore
}
