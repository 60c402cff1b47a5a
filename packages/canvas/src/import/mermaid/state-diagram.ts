import { importLimits } from '../import-limits.ts'
import type { NoteCounter } from '../notes.ts'
import { addNote, createDiagram, getLabel, readDirection, rounded } from './diagram.ts'
import type { Diagram, DiagramNode, NodeLook } from './diagram.ts'

const name = '([\\p{L}\\p{N}_.-]+|\\[\\*\\])'
const transition = new RegExp(`^${name}\\s*-->\\s*${name}\\s*(?::\\s*(.*))?$`, 'u')
const described = new RegExp(`^${name}\\s*:\\s*(.*)$`, 'u')
const declared = /^state\s+(?:"([^"]*)"\s+as\s+)?([\p{L}\p{N}_.-]+)\s*(<<\w+>>)?\s*(\{)?$/u
const noteStart = /^note\s+(?:right|left)\s+of\s+([\p{L}\p{N}_.-]+)\s*(?::\s*(.*))?$/iu

const start: NodeLook = { type: 'ellipse', size: { w: 24, h: 24 }, fill: '#1e1e1e' }
const end: NodeLook = { type: 'ellipse', size: { w: 28, h: 28 }, fill: '#868e96' }
const looks: ReadonlyMap<string, NodeLook> = new Map<string, NodeLook>([
  ['<<choice>>', { type: 'diamond', size: { w: 40, h: 40 } }],
  ['<<fork>>', { type: 'rectangle', size: { w: 120, h: 10 }, fill: '#1e1e1e' }],
  ['<<join>>', { type: 'rectangle', size: { w: 120, h: 10 }, fill: '#1e1e1e' }],
])

/** Reads the statements of a state diagram; composite states are subgraphs. */
export function readStateDiagram(lines: readonly string[], header: string, notes: NoteCounter): Diagram {
  const diagram = createDiagram(header)
  const reader = new StateReader(diagram, notes)
  for (const line of lines) reader.read(line.trim())
  const direction = reader.direction ?? diagram.direction
  for (const key of diagram.subgraphs.keys()) diagram.nodes.delete(key)
  return { ...diagram, direction }
}

class StateReader {
  direction: Diagram['direction'] | null = null
  readonly #diagram: Diagram
  readonly #notes: NoteCounter
  readonly #open: string[] = []
  #note: { readonly of: string; readonly lines: string[] } | null = null

  constructor(diagram: Diagram, notes: NoteCounter) {
    this.#diagram = diagram
    this.#notes = notes
  }

  read(line: string): void {
    if (this.#note) return this.#readNote(line)
    if (line === '}') return void this.#open.pop()
    if (line === '--' || /^(?:hide|scale|classDef|class|style|accTitle|accDescr)\b/.test(line)) return
    if (/^direction\b/.test(line)) return this.#setDirection(line)
    const [, of, text] = noteStart.exec(line) ?? []
    if (of !== undefined)
      return text === undefined ? this.#openNote(of) : addNote(this.#diagram, text, this.#getState(of))
    const declaration = declared.exec(line)
    if (declaration) return this.#declare(declaration)
    const [, from, to, label = ''] = transition.exec(line) ?? []
    if (from !== undefined && to !== undefined) return this.#connect(from, to, label)
    const [, state, description] = described.exec(line) ?? []
    if (state !== undefined && description !== undefined) this.#getState(state).text = getLabel(description)
    else if (new RegExp(`^${name}$`, 'u').test(line)) this.#getState(line)
    else this.#notes.take('damaged', { line })
  }

  #setDirection(line: string): void {
    const direction = readDirection(line)
    const subgraph = this.#diagram.subgraphs.get(this.#open.at(-1) ?? '')
    if (subgraph) subgraph.direction = direction
    else this.direction = direction
  }

  #declare([, title, key = '', kind, brace]: RegExpExecArray): void {
    if (brace !== undefined) {
      const parent = this.#open.at(-1) ?? null
      if (this.#open.length < importLimits.diagram.depth && !this.#diagram.subgraphs.has(key))
        this.#diagram.subgraphs.set(key, { id: key, parent, title: getLabel(title ?? key), direction: null })
      return void this.#open.push(this.#diagram.subgraphs.has(key) ? key : (parent ?? key))
    }
    const state = this.#getState(key)
    if (title !== undefined) state.text = getLabel(title)
    const look = looks.get(kind ?? '')
    if (look) Object.assign(state, { look, text: '' })
  }

  #getState(key: string, look: NodeLook = rounded): DiagramNode {
    const { nodes } = this.#diagram
    const known = nodes.get(key)
    if (known) return known
    const parent = this.#open.at(-1) ?? null
    const text = look === rounded ? key : ''
    const state: DiagramNode = { id: key, parent, text, look, style: {} }
    if (nodes.size <= importLimits.diagram.nodes) nodes.set(key, state)
    return state
  }

  /** `[*]` is the start of its composite state where a transition begins there, and its end otherwise. */
  #connect(from: string, to: string, label: string): void {
    const scope = this.#open.at(-1) ?? ''
    const source = from === '[*]' ? this.#getState(`[start] ${scope}`, start) : this.#getState(from)
    const target = to === '[*]' ? this.#getState(`[end] ${scope}`, end) : this.#getState(to)
    if (this.#diagram.edges.length > importLimits.diagram.edges) return
    this.#diagram.edges.push({ from: source.id, to: target.id, label: getLabel(label), startHead: null, endHead: 'arrow', dash: 'solid', isThick: false, isInvisible: false }) // prettier-ignore
  }

  #openNote(of: string): void {
    this.#note = { of, lines: [] }
  }

  #readNote(line: string): void {
    const { of, lines } = this.#note!
    if (!/^end note$/i.test(line)) return void lines.push(line)
    this.#note = null
    addNote(this.#diagram, lines.join('\n'), this.#getState(of))
  }
}
