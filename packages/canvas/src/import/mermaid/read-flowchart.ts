import { importLimits } from '../import-limits.ts'
import type { NoteCounter } from '../notes.ts'
import { createDiagram, getLabel, readDirection, readNodeStyle, rectangle, rounded } from './diagram.ts'
import type { Diagram, DiagramEdge, NodeLook, NodeStyle } from './diagram.ts'

const id = /\s*((?:[\p{L}\p{N}_.#$]|-(?![-.>]))+)/uy
const className = /:::([\w-]{1,100})/y
const ampersand = /\s*&/y
const shapeObject = /@\{([^}]{0,2000})\}/y

/** Brackets around the text of a node, the longest first. */
const brackets: readonly (readonly [open: string, close: readonly string[], look: NodeLook])[] = [
  ['(((', [')))'], { type: 'ellipse' }],
  ['((', ['))'], { type: 'ellipse' }],
  ['([', ['])'], { type: 'figure', form: 'terminator' }],
  ['[[', [']]'], { type: 'figure', form: 'subroutine' }],
  ['[(', [')]'], { type: 'figure', form: 'database' }],
  ['[/', ['/]', '\\]'], { type: 'figure', form: 'parallelogram' }],
  ['[\\', ['\\]', '/]'], { type: 'figure', form: 'parallelogram' }],
  ['{{', ['}}'], { type: 'figure', form: 'hexagon' }],
  ['{', ['}'], { type: 'diamond' }],
  ['(', [')'], rounded],
  ['[', [']'], rectangle],
  ['>', [']'], { type: 'figure', form: 'offPage' }],
]

/** Shapes by the names of the newer syntax, `A@{ shape: … }`. */
const looksByName: ReadonlyMap<string, NodeLook> = new Map<string, NodeLook>([
  ['rounded', rounded],
  ['stadium', { type: 'figure', form: 'terminator' }],
  ['pill', { type: 'figure', form: 'terminator' }],
  ['subproc', { type: 'figure', form: 'subroutine' }],
  ['cyl', { type: 'figure', form: 'database' }],
  ['db', { type: 'figure', form: 'database' }],
  ['circle', { type: 'ellipse' }],
  ['circ', { type: 'ellipse' }],
  ['diam', { type: 'diamond' }],
  ['decision', { type: 'diamond' }],
  ['hex', { type: 'figure', form: 'hexagon' }],
  ['doc', { type: 'figure', form: 'document' }],
  ['delay', { type: 'figure', form: 'delay' }],
  ['lean-r', { type: 'figure', form: 'parallelogram' }],
  ['trap-b', { type: 'figure', form: 'trapezoid' }],
  ['tri', { type: 'figure', form: 'triangle' }],
])

const labelledLink =
  /\s*([<xo])?(--|==|-\.)(?![-=.>]|[xo]\s)\s*("[^"]{0,2000}"|[^"|]{0,2000}?)\s*(-{2,}|={2,}|\.{1,20}-)([>xo])?(?=[\s\p{L}\p{N}_"([{])/uy
const plainLink =
  /\s*([<xo](?=[-=]))?(-{2,}|={2,}|-\.{1,20}-|~{3,})([>xo](?![\p{L}\p{N}_])|>)?(?:\s*\|([^|]{0,2000})\|)?/uy

/** Reads the statements of a flowchart. What cannot be read is left out and counted. */
export function readFlowchart(lines: readonly string[], header: string, notes: NoteCounter): Diagram {
  const reader = new FlowchartReader(createDiagram(header), notes)
  for (const line of lines) for (const statement of splitStatements(line)) reader.read(statement)
  return reader.finish()
}

/** Semicolons end a statement, except within quotes and character codes. */
function splitStatements(line: string): string[] {
  return line.includes(';') && !/["#]/.test(line) ? line.split(';') : [line.replace(/;\s*$/, '')]
}

class FlowchartReader {
  readonly #diagram: Diagram
  readonly #notes: NoteCounter
  readonly #open: string[] = []
  readonly #classes = new Map<string, NodeStyle>()
  readonly #members: (readonly [node: string, className: string])[] = []
  #text = ''
  #at = 0

  constructor(diagram: Diagram, notes: NoteCounter) {
    this.#diagram = diagram
    this.#notes = notes
  }

  read(statement: string): void {
    const text = statement.trim()
    const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(text) ?? []
    if (text === '' || word === 'linkStyle' || word === 'accTitle' || word === 'accDescr') return
    if (word === 'click' || word === 'href') return this.#notes.take('link', { text })
    if (word === 'subgraph') return this.#openSubgraph(rest)
    if (text === 'end') return void this.#open.pop()
    if (word === 'direction' && this.#open.length > 0) return this.#setDirection(rest)
    if (word === 'classDef') return this.#defineClass(rest)
    if (word === 'class') return this.#setClass(rest)
    if (word === 'style') return this.#setStyle(rest)
    this.#readChain(text)
  }

  finish(): Diagram {
    for (const [node, name] of this.#members) this.#addStyle(node, this.#classes.get(name) ?? {})
    // A subgraph that an edge names is no node of its own.
    for (const [key] of this.#diagram.subgraphs) this.#diagram.nodes.delete(key)
    const byDefault = this.#classes.get('default')
    if (byDefault)
      for (const node of this.#diagram.nodes.values()) node.style = { ...byDefault, ...node.style }
    return this.#diagram
  }

  #openSubgraph(rest: string): void {
    const [, name, title] = /^([^\s["]+)\s*\[([\s\S]*)\]$/.exec(rest) ?? []
    const key = name ?? getLabel(rest) ?? `subgraph ${this.#diagram.subgraphs.size}`
    const parent = this.#open.at(-1) ?? null
    if (this.#open.length >= importLimits.diagram.depth) return void this.#open.push(this.#open.at(-1)!)
    if (!this.#diagram.subgraphs.has(key))
      this.#diagram.subgraphs.set(key, { id: key, parent, title: getLabel(title ?? rest), direction: null })
    this.#open.push(key)
  }

  #setDirection(rest: string): void {
    const subgraph = this.#diagram.subgraphs.get(this.#open.at(-1) ?? '')
    if (subgraph) subgraph.direction = readDirection(rest)
  }

  #defineClass(rest: string): void {
    const [, names = '', styles = ''] = /^(\S+)\s+(.*)$/.exec(rest) ?? []
    for (const name of names.split(',')) this.#classes.set(name, readNodeStyle(styles))
  }

  #setClass(rest: string): void {
    const [, nodes = '', name = ''] = /^(\S+)\s+(\S+)/.exec(rest) ?? []
    for (const node of nodes.split(',')) this.#members.push([node, name])
  }

  #setStyle(rest: string): void {
    const [, nodes = '', styles = ''] = /^(\S+)\s+(.*)$/.exec(rest) ?? []
    for (const node of nodes.split(',')) this.#addStyle(node, readNodeStyle(styles))
  }

  #addStyle(node: string, style: NodeStyle): void {
    const found = this.#diagram.nodes.get(node)
    if (found) found.style = { ...found.style, ...Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined)) } // prettier-ignore
  }

  /** `A & B --> C --> D`: every node of a group is linked with every one of the next. */
  #readChain(text: string): void {
    this.#text = text
    this.#at = 0
    let group = this.#readGroup()
    while (group.length > 0 && this.#at < text.length) {
      const link = this.#readLink()
      const next = link ? this.#readGroup() : []
      if (!link || next.length === 0) break
      for (const from of group) for (const to of next) this.#addEdge({ ...link, from, to })
      group = next
    }
    if (this.#text.slice(this.#at).trim() !== '') this.#notes.take('damaged', { text })
  }

  #addEdge(edge: DiagramEdge): void {
    if (this.#diagram.edges.length <= importLimits.diagram.edges) this.#diagram.edges.push(edge)
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  #readGroup(): string[] {
    const group: string[] = []
    do {
      const node = this.#readNode()
      if (node === undefined) break
      group.push(node)
    } while (this.#take(ampersand))
    return group
  }

  #readNode(): string | undefined {
    const key = this.#take(id)?.[1]
    if (key === undefined) return undefined
    const parent = this.#open.at(-1) ?? null
    const known = this.#diagram.nodes.get(key)
    const node = known ?? { id: key, parent, text: key, look: rectangle, style: {} }
    const shape = this.#readShape()
    if (shape) Object.assign(node, shape)
    const name = this.#take(className)?.[1]
    if (name !== undefined) this.#members.push([key, name])
    if (!known && this.#diagram.nodes.size <= importLimits.diagram.nodes) this.#diagram.nodes.set(key, node)
    return key
  }

  #readShape(): { readonly text: string; readonly look: NodeLook } | undefined {
    const object = this.#take(shapeObject)?.[1]
    if (object !== undefined) {
      const name = /\bshape\s*:\s*["']?([\w-]+)/.exec(object)?.[1] ?? ''
      const label = /\blabel\s*:\s*(?:"([^"]*)"|'([^']*)')/.exec(object)
      return { look: looksByName.get(name) ?? rectangle, text: getLabel(label?.[1] ?? label?.[2] ?? '') }
    }
    for (const [open, closings, look] of brackets) {
      if (!this.#text.startsWith(open, this.#at)) continue
      const from = this.#at + open.length
      const isQuoted = this.#text.startsWith('"', from)
      const searchFrom = isQuoted ? this.#text.indexOf('"', from + 1) : from
      const ends = closings
        .map((close) => this.#text.indexOf(close, Math.max(from, searchFrom)))
        .filter((end) => end !== -1)
      if (ends.length === 0 || (isQuoted && searchFrom === -1)) continue
      const end = Math.min(...ends)
      this.#at = end + closings[0]!.length
      return { look, text: getLabel(this.#text.slice(from, end)) }
    }
    return undefined
  }

  #readLink(): Omit<DiagramEdge, 'from' | 'to'> | undefined {
    const labelled = this.#take(labelledLink)
    const [, start, line = '', label = '', , end] = labelled ?? []
    if (labelled) return getLink(start, line, end, label)
    const plain = this.#take(plainLink)
    return plain ? getLink(plain[1], plain[2]!, plain[3], plain[4] ?? '') : undefined
  }
}

function getLink(
  start: string | undefined,
  line: string,
  end: string | undefined,
  label: string,
): Omit<DiagramEdge, 'from' | 'to'> {
  const getHead = (mark: string | undefined) =>
    mark === undefined ? null : mark === 'o' ? 'dot' : mark === 'x' ? 'bar' : 'arrow'
  return {
    label: getLabel(label),
    startHead: getHead(start),
    endHead: getHead(end),
    dash: line.includes('.') ? 'dotted' : 'solid',
    isThick: line.startsWith('='),
    isInvisible: line.startsWith('~'),
  }
}
