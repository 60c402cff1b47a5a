import type { Arrowhead, SceneBuilder } from '../formats/scene-builder.ts'
import { measureBox } from '../formats/scene-builder.ts'
import { importLimits } from '../import-limits.ts'
import type { NoteCounter } from '../notes.ts'
import { getLabel } from './diagram.ts'

interface Participant {
  readonly id: string
  title: string
  isActor: boolean
}

type Step =
  | {
      readonly type: 'message'
      readonly from: string
      readonly to: string
      readonly text: string
      readonly isDashed: boolean
      readonly startHead: Arrowhead | null
      readonly endHead: Arrowhead | null
    }
  | {
      readonly type: 'note'
      readonly over: readonly string[]
      readonly side: 'left' | 'right' | 'over'
      readonly text: string
    }
  | { readonly type: 'open' | 'part'; readonly text: string }
  | { readonly type: 'close' }

export interface Sequence {
  readonly participants: readonly Participant[]
  readonly steps: readonly Step[]
}

const declared = /^(?:create\s+)?(participant|actor)\s+(\S+?)(?:\s*@\{[^}]*\})?(?:\s+as\s+(.+))?$/
const message = /^([^-:<>+]+?(?:-[^->:<)x]+?)*)\s*(<<)?(--?)(>>|>|x|\))\s*([+-])?\s*([^:]+?)\s*:\s*(.*)$/
const note = /^note\s+(over|left\s+of|right\s+of)\s+([^:]+?)\s*:\s*(.*)$/i
const opening = /^(loop|alt|opt|par|critical|break|rect)\b\s*(.*)$/
const sectionStart = /^(else|and|option)\b\s*(.*)$/
const ignored =
  /^(?:activate|deactivate|autonumber|links?|properties|details|destroy|title|accTitle|accDescr|box)\b/

const messageHeads: ReadonlyMap<string, Arrowhead | null> = new Map<string, Arrowhead | null>([
  ['>>', 'triangle'],
  ['>', null],
  ['x', 'bar'],
  [')', 'arrow'],
])

/** Reads the statements of a sequence diagram. */
export function readSequence(lines: readonly string[], notes: NoteCounter): Sequence {
  const participants = new Map<string, Participant>()
  const steps: Step[] = []
  const blocks: ('block' | 'box')[] = []
  const getId = (text: string): string => {
    const id = text.trim()
    if (!participants.has(id)) participants.set(id, { id, title: id, isActor: false })
    return id
  }
  for (const raw of lines) {
    if (steps.length + participants.size > importLimits.diagram.nodes) break
    const line = raw.trim().replace(/;$/, '')
    const [, role, id, title] = declared.exec(line) ?? []
    if (id !== undefined) {
      Object.assign(participants.get(getId(id))!, { title: getLabel(title ?? id), isActor: role === 'actor' })
      continue
    }
    if (line.startsWith('box')) blocks.push('box')
    if (ignored.test(line)) continue
    const [, kind, text = ''] = opening.exec(line) ?? []
    const [, part, condition = ''] = sectionStart.exec(line) ?? []
    if (kind !== undefined) {
      blocks.push('block')
      steps.push({ type: 'open', text: kind === 'rect' ? '' : `${kind} ${getLabel(text)}`.trim() })
    } else if (part !== undefined) steps.push({ type: 'part', text: `${part} ${getLabel(condition)}`.trim() })
    else if (line === 'end') {
      if (blocks.pop() === 'block') steps.push({ type: 'close' })
    } else {
      const step = readNote(line, getId) ?? readMessage(line, getId)
      if (step) steps.push(step)
      else notes.take('damaged', { line })
    }
  }
  while (blocks.length > 0) if (blocks.pop() === 'block') steps.push({ type: 'close' })
  return { participants: [...participants.values()], steps }
}

function readNote(line: string, getId: (text: string) => string): Step | undefined {
  const [, where = '', over = '', text = ''] = note.exec(line) ?? []
  if (over === '') return undefined
  const side = /^left/i.test(where) ? 'left' : /^right/i.test(where) ? 'right' : 'over'
  return { type: 'note', over: over.split(',').slice(0, 2).map(getId), side, text: getLabel(text) }
}

function readMessage(line: string, getId: (text: string) => string): Step | undefined {
  const [, from, both, stroke, head = '', , to, text = ''] = message.exec(line) ?? []
  if (from === undefined || to === undefined) return undefined
  return {
    type: 'message',
    from: getId(from),
    to: getId(to),
    text: getLabel(text),
    isDashed: stroke === '--',
    startHead: both ? 'triangle' : null,
    endHead: messageHeads.get(head) ?? null,
  }
}

const column = { least: 200, gap: 60 }
const row = 56

/** Draws participants with their lifelines, and the messages below each other. */
export function drawSequence({ participants, steps }: Sequence, builder: SceneBuilder): void {
  const sizes = participants.map(({ title }) => measureBox(title))
  const height = sizes.reduce((most, { h }) => Math.max(most, h), 0)
  const centres = new Map<string, number>()
  let left = 0
  participants.forEach(({ id }, i) => {
    const width = Math.max(column.least - column.gap, sizes[i]!.w)
    centres.set(id, left + width / 2)
    left += width + column.gap
  })
  const drawing = new SequenceDrawing(builder, centres, left - column.gap, height)
  for (const step of steps) drawing.draw(step)
  drawing.finish(participants, sizes)
}

class SequenceDrawing {
  readonly #builder: SceneBuilder
  readonly #centres: ReadonlyMap<string, number>
  readonly #width: number
  readonly #height: number
  readonly #open: { readonly top: number; readonly text: string }[] = []
  /** Blocks lie behind lifelines, and these behind messages. */
  readonly #blocks: (() => void)[] = []
  readonly #inFront: (() => void)[] = []
  #y: number
  #count = 0

  constructor(builder: SceneBuilder, centres: ReadonlyMap<string, number>, width: number, height: number) {
    this.#builder = builder
    this.#centres = centres
    this.#width = width
    this.#height = height
    this.#y = height + row
  }

  draw(step: Step): void {
    this.#count += 1
    const id = `m${this.#count}`
    if (step.type === 'message') return this.#drawMessage(id, step)
    if (step.type === 'note') return this.#drawNote(id, step)
    if (step.type === 'close') return this.#close(id)
    if (step.type === 'part') return this.#drawPart(id, step.text)
    this.#open.push({ top: this.#y - row / 2, text: step.text })
    this.#y += row / 2
  }

  finish(
    participants: readonly Participant[],
    sizes: readonly { readonly w: number; readonly h: number }[],
  ): void {
    for (const draw of this.#blocks) draw()
    participants.forEach(({ id, title, isActor }, i) => {
      const x = this.#centres.get(id)!
      const { w } = sizes[i]!
      const line = { color: '#868e96', strokeWidth: 1, dash: 'dashed' as const }
      this.#builder.addLine({ id: `l${i}`, points: [{ x, y: this.#height }, { x, y: this.#y }], ...line }) // prettier-ignore
      const box = { x: x - w / 2, y: 0, w, h: this.#height, text: title, fill: '#e7f5ff', isRound: isActor }
      this.#builder.addBox({ id: `p${i}`, ...box })
    })
    for (const draw of this.#inFront) draw()
  }

  #drawMessage(id: string, step: Step & { type: 'message' }): void {
    const [from, to] = [this.#centres.get(step.from)!, this.#centres.get(step.to)!]
    const lines = step.text.split('\n').length
    this.#y += (lines - 1) * 20
    const y = this.#y
    const points =
      from === to
        ? [{ x: from, y }, { x: from + 60, y }, { x: from + 60, y: y + 28 }, { x: from, y: y + 28 }] // prettier-ignore
        : [{ x: from, y }, { x: to, y }] // prettier-ignore
    const { startHead, endHead } = step
    this.#inFront.push(() =>
      this.#builder.addLine({
        id,
        points,
        startHead,
        endHead,
        label: step.text,
        dash: step.isDashed ? 'dashed' : 'solid',
      }),
    )
    this.#y += row + (from === to ? 28 : 0)
  }

  #drawNote(id: string, { over, side, text }: Step & { type: 'note' }): void {
    const xs = over.map((each) => this.#centres.get(each)!)
    const { w, h } = measureBox(text)
    const [least, most] = [Math.min(...xs), Math.max(...xs)]
    const width = side === 'over' ? Math.max(w, most - least + 80) : w
    const x = side === 'left' ? least - w - 12 : side === 'right' ? most + 12 : (least + most - width) / 2
    const box = { x, y: this.#y - row / 2, w: width, h }
    this.#inFront.push(() =>
      this.#builder.addBox({ id, ...box, text, fill: '#fff3bf', isRound: false, strokeWidth: 1 }),
    )
    this.#y += Math.max(row, h + 16)
  }

  #drawPart(id: string, text: string): void {
    const y = this.#y - row / 2 + 8
    const inset = this.#open.length * 12 - 40
    this.#inFront.push(() => this.#builder.addLine({ id, points: [{ x: inset, y }, { x: this.#width - inset, y }], dash: 'dashed', strokeWidth: 1, color: '#868e96' })) // prettier-ignore
    this.#inFront.push(() =>
      this.#builder.addText({ id: `${id} text`, x: inset + 8, y: y + 6, w: 260, h: 20, text, textSize: 14 }),
    )
    this.#y += row / 2
  }

  /** A block is an empty box around what it holds, with its condition at the top. */
  #close(id: string): void {
    const block = this.#open.pop()
    if (!block) return
    const inset = this.#open.length * 12 - 32
    const box = { x: inset, y: block.top, w: this.#width - 2 * inset, h: this.#y - row / 2 - block.top + 8 }
    this.#blocks.push(() => this.#builder.addBox({ id, ...box, text: block.text, color: '#868e96', strokeWidth: 1, vertical: 'top', align: 'left', textSize: 14, isRound: false })) // prettier-ignore
    this.#y += row / 4
  }
}
