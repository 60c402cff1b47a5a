import type { Arrowhead } from '../formats/scene-builder.ts'
import { importLimits } from '../import-limits.ts'
import type { NoteCounter } from '../notes.ts'
import { addNote, createDiagram, getLabel, readDirection } from './diagram.ts'
import type { Diagram, DiagramNode, NodeLook } from './diagram.ts'

const className = '([\\p{L}\\p{N}_.-]+?|`[^`]+`)'
const relation = new RegExp(
  `^${className}\\s*(?:"([^"]*)")?\\s*(<\\|?|[*o]|\\(\\))?(--|\\.\\.)(\\|?>|[*o]|\\(\\))?\\s*(?:"([^"]*)")?\\s*${className}\\s*(?::\\s*(.*))?$`,
  'u',
)
const declared = new RegExp(
  `^class\\s+([\\p{L}\\p{N}_.-]+|\`[^\`]+\`)(?:\\s*~([^~]+)~)?(?:\\s*\\["([^"]*)"\\])?(?:\\s*:::\\S+)?\\s*(\\{)?\\s*(\\})?$`,
  'u',
)
const member = new RegExp(`^${className}\\s*:\\s*(.+)$`, 'u')
const annotation = /^<<(.+?)>>\s*([\p{L}\p{N}_.-]+)?$/u
const noteStart = /^note\s+(?:for\s+([\p{L}\p{N}_.-]+)\s+)?"([^"]*)("?)$/u
const namespace = /^namespace\s+([\p{L}\p{N}_.-]+)\s*\{$/u

const look: NodeLook = { type: 'rectangle', isRound: false, isLeftAligned: true }

const heads: ReadonlyMap<string, Arrowhead> = new Map<string, Arrowhead>([
  ['<|', 'triangle_outline'],
  ['|>', 'triangle_outline'],
  ['<', 'arrow'],
  ['>', 'arrow'],
  ['*', 'diamond'],
  ['o', 'diamond_outline'],
  ['()', 'dot'],
])

interface ClassParts {
  title: string
  annotation: string
  readonly members: string[]
}

/** Reads the statements of a class diagram; a class is a box with its name and members. */
export function readClassDiagram(lines: readonly string[], header: string, notes: NoteCounter): Diagram {
  const reader = new ClassReader(createDiagram(header), notes)
  for (const line of lines) reader.read(line.trim())
  return reader.finish()
}

class ClassReader {
  #diagram: Diagram
  readonly #notes: NoteCounter
  readonly #parts = new Map<string, ClassParts>()
  #body: string | null = null
  #namespace: string | null = null
  /** A note whose text goes on in the next line. */
  #note: { readonly of: string | undefined; readonly lines: string[] } | null = null

  constructor(diagram: Diagram, notes: NoteCounter) {
    this.#diagram = diagram
    this.#notes = notes
  }

  read(line: string): void {
    if (this.#note) return this.#readNote(line)
    const [, noted, noteText, quote] = noteStart.exec(line) ?? []
    if (noteText !== undefined) return this.#openNote(noted, noteText, quote !== '')
    if (line === '}') return this.#close()
    if (this.#body !== null) return this.#addMember(this.#body, line)
    if (/^(?:classDef|cssClass|style|link|click|callback|accTitle|accDescr)\b/.test(line))
      return /^(?:link|click|callback)\b/.test(line) ? this.#notes.take('link', { line }) : undefined
    if (/^direction\b/.test(line)) return this.#setDirection(line)
    const space = namespace.exec(line)?.[1]
    if (space !== undefined) return this.#openNamespace(space)
    const [, mark, of] = annotation.exec(line) ?? []
    if (mark !== undefined && of !== undefined) return void (this.#getParts(of).annotation = mark)
    const declaration = declared.exec(line)
    if (declaration) return this.#declare(declaration)
    const related = relation.exec(line)
    if (related) return this.#relate(related)
    const [, key, text] = member.exec(line) ?? []
    if (key !== undefined && text !== undefined) this.#addMember(unquote(key), text)
    else this.#notes.take('damaged', { line })
  }

  finish(): Diagram {
    if (this.#note) this.#closeNote()
    for (const [key, { title, annotation: mark, members }] of this.#parts) {
      const node = this.#diagram.nodes.get(key)
      const rule = members.length > 0 ? ['———'] : []
      if (node) node.text = [...(mark ? [`«${mark}»`] : []), title, ...rule, ...members].join('\n')
    }
    return this.#diagram
  }

  #close(): void {
    if (this.#body === null) this.#namespace = null
    this.#body = null
  }

  #openNote(of: string | undefined, text: string, isWhole: boolean): void {
    this.#note = { of, lines: [text] }
    if (isWhole) this.#closeNote()
  }

  #readNote(line: string): void {
    const [text = '', end] = line.split('"')
    this.#note?.lines.push(text)
    if (end !== undefined) this.#closeNote()
  }

  #closeNote(): void {
    const { of, lines } = this.#note!
    this.#note = null
    const node = of === undefined ? null : this.#getNode(of)
    if (this.#diagram.nodes.size <= importLimits.diagram.nodes)
      addNote(this.#diagram, lines.join('\n').replaceAll('\\n', '\n'), node)
  }

  #getNode(key: string): DiagramNode | null {
    this.#getParts(key)
    return this.#diagram.nodes.get(key) ?? null
  }

  #setDirection(line: string): void {
    this.#diagram = { ...this.#diagram, direction: readDirection(line) ?? 'TB' }
  }

  #openNamespace(key: string): void {
    this.#namespace = key
    this.#diagram.subgraphs.set(key, { id: key, parent: null, title: key, direction: null })
  }

  #declare([, key = '', generic, title, open, close]: RegExpExecArray): void {
    const parts = this.#getParts(unquote(key))
    if (generic !== undefined) parts.title = `${unquote(key)}<${generic}>`
    if (title !== undefined) parts.title = getLabel(title)
    if (open !== undefined && close === undefined) this.#body = unquote(key)
  }

  #getParts(key: string): ClassParts {
    const known = this.#parts.get(key)
    if (known) return known
    const parts: ClassParts = { title: key, annotation: '', members: [] }
    const node: DiagramNode = { id: key, parent: this.#namespace, text: key, look, style: {} }
    if (this.#diagram.nodes.size <= importLimits.diagram.nodes) {
      this.#parts.set(key, parts)
      this.#diagram.nodes.set(key, node)
    }
    return parts
  }

  #addMember(key: string, text: string): void {
    const parts = this.#getParts(key)
    const mark = annotation.exec(text)?.[1]
    if (mark !== undefined) parts.annotation = mark
    else if (text !== '') parts.members.push(getLabel(text).replaceAll(/~([^~]*)~/g, '<$1>'))
  }

  #relate([, from = '', fromCount, start, line, end, toCount, to = '', label = '']: RegExpExecArray): void {
    this.#getParts(unquote(from))
    this.#getParts(unquote(to))
    const counts =
      fromCount !== undefined || toCount !== undefined ? `${fromCount ?? ''} – ${toCount ?? ''}`.trim() : ''
    if (this.#diagram.edges.length > importLimits.diagram.edges) return
    this.#diagram.edges.push({
      from: unquote(from),
      to: unquote(to),
      label: [getLabel(label), counts].filter((text) => text !== '').join('\n'),
      startHead: heads.get(start ?? '') ?? null,
      endHead: heads.get(end ?? '') ?? null,
      dash: line === '..' ? 'dashed' : 'solid',
      isThick: false,
      isInvisible: false,
    })
  }
}

const unquote = (key: string): string => key.replaceAll('`', '')
