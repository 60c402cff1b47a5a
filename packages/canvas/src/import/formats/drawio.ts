import { Inflate, strFromU8 } from 'fflate'
import { unionOfAll, type Box } from '../../geometry/box.ts'
import { getPointAlongLine } from '../../geometry/polygon.ts'
import type { Vec } from '../../geometry/vec.ts'
import { importScene } from '../excalidraw.ts'
import { readBase64 } from '../excalidraw/data-url.ts'
import { type ImportFailure, isImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { createNoteCounter, type NoteCounter } from '../notes.ts'
import { getTextOfHtml } from './markup-text.ts'
import { findAll, parseXml, type XmlBudget, type XmlElement } from './parse-xml.ts'
import { getLabelBox, getTextBox } from './drawio-labels.ts'
import { getForm, getColor, heads, type Style, toNumber } from './drawio-styles.ts'
import { drawLifeline, drawTitled, isLifeline, isTitled } from './drawio-containers.ts'
import { type Arrowhead, type ElementStyle, type LabelStyle, SceneBuilder } from './scene-builder.ts'

interface Cell {
  readonly id: string
  readonly parent: string
  readonly text: string
  readonly link: string | null
  readonly style: Style
  readonly isEdge: boolean
  readonly source: string
  readonly target: string
  readonly geometry: XmlElement | undefined
  readonly isVisible: boolean
}

const pageGap = 160
/** Containers in containers. */
const maxDepth = 50

export function isDrawio(xml: string): boolean {
  return /<(?:mxfile|mxGraphModel)[\s>]/.test(xml.slice(0, 5_000))
}

/** Reads a draw.io (diagrams.net) file, compressed or not. Several pages stand beside each other, each in a frame. */
export function importDrawio(xml: string): ImportedDrawing | ImportFailure {
  const budget: FileBudget = { nodes: importLimits.xml.nodes, bytes: importLimits.sceneBytes }
  const root = parseXml(xml, budget)
  if (isImportFailure(root)) return root
  const pages = root.name === 'mxfile' ? findAll(root, 'diagram') : [root]
  if (pages.length === 0) return { reason: 'empty', message: 'The file has no pages' }
  const notes = createNoteCounter()
  const builder = new SceneBuilder()
  let left = 0
  for (const [index, page] of pages.entries()) {
    const model = readModel(page, budget)
    if (isImportFailure(model)) return model
    const cells = readCells(model)
    if (builder.count + cells.length > importLimits.elements)
      return { reason: 'too_large', message: `More than ${importLimits.elements} elements` }
    const reader = new PageReader(cells, `${index}/`, builder, notes)
    const width = reader.draw(left, pages.length > 1 ? (page.attributes.get('name') ?? '') : null)
    left += width === 0 ? 0 : width + pageGap
  }
  return importScene(builder.getScene(), notes)
}

/** What the pages of a file may take together: each could unpack to the most that one may take. */
interface FileBudget extends XmlBudget {
  bytes: number
}

/** The model of a page: an element, or text that is deflated, encoded as a URL and as base64. */
function readModel(page: XmlElement, budget: FileBudget): XmlElement | ImportFailure {
  if (page.name === 'mxGraphModel') return page
  const child = page.children.find(({ name }) => name === 'mxGraphModel')
  if (child) return child
  const bytes = readBase64(page.text.replaceAll(/\s/g, ''))
  const xml = bytes && inflate(bytes, budget)
  if (budget.bytes < 0)
    return { reason: 'too_large', message: `More than ${importLimits.sceneBytes} bytes unpacked` }
  return xml === undefined
    ? { reason: 'damaged', message: 'A page cannot be unpacked' }
    : parseXml(xml, budget)
}

function inflate(bytes: Uint8Array, budget: FileBudget): string | undefined {
  const parts: string[] = []
  try {
    const stream = new Inflate((part) => {
      budget.bytes -= part.length
      if (budget.bytes < 0) throw new Error('the pages are too large')
      parts.push(strFromU8(part, true))
    })
    for (let at = 0; at < bytes.length; at += 65_536)
      stream.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length)
    return decodeURIComponent(parts.join(''))
  } catch {
    // Text of a file: what cannot be unpacked is damaged.
    return undefined
  }
}

function readCells(model: XmlElement): Cell[] {
  const root = findAll(model, 'root')[0]
  return (root?.children ?? []).flatMap((element): Cell[] => {
    const cell = element.name === 'mxCell' ? element : element.children.find(({ name }) => name === 'mxCell')
    if (!cell) return []
    const get = (name: string): string => cell.attributes.get(name) ?? ''
    const own = element === cell ? '' : (element.attributes.get('label') ?? '')
    return [
      {
        id: (element === cell ? get('id') : element.attributes.get('id')) ?? '',
        parent: get('parent'),
        text: getTextOfHtml(fillIn(own || get('value'), element)),
        link: element.attributes.get('link') ?? null,
        style: readStyle(get('style')),
        isEdge: get('edge') === '1',
        source: get('source'),
        target: get('target'),
        geometry: cell.children.find(({ name }) => name === 'mxGeometry'),
        isVisible: get('visible') !== '0',
      },
    ]
  })
}

/** A label with the values of its element in place of `%name%`, where the element asks for that. */
function fillIn(label: string, { attributes }: XmlElement): string {
  if (attributes.get('placeholders') !== '1') return label
  let left: number = importLimits.placeholderLength
  return label.replaceAll(/%(\w{1,100})%/g, (all, name) => {
    const value = attributes.get(String(name)) ?? String(all)
    left -= value.length
    return left < 0 ? String(all) : value
  })
}

function readStyle(text: string): Style {
  const style = new Map<string, string>()
  for (const part of text.split(';')) {
    const at = part.indexOf('=')
    if (at > 0) style.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
    else if (part.trim() !== '' && !style.has('name')) style.set('name', part.trim())
  }
  // The format writes data URLs without ";base64".
  const image = style.get('image')
  if (image?.startsWith('data:'))
    style.set('image', image.replace(/^(data:image\/[a-z0-9.+-]{1,40}),/i, '$1;base64,'))
  return style
}

type End = 'source' | 'target'

const middle: Vec = { x: 0.5, y: 0.5 }
const getPoint = ({ x, y, w, h }: Box, at: Vec): Vec => ({ x: x + w * at.x, y: y + h * at.y })

function readAnchor(style: Style, end: End): Vec | undefined {
  const name = end === 'source' ? 'exit' : 'entry'
  const [x, y] = [style.get(`${name}X`), style.get(`${name}Y`)]
  const share = (text: string): number => Math.min(1, Math.max(0, toNumber(text, 0.5)))
  return x === undefined || y === undefined ? undefined : { x: share(x), y: share(y) }
}

/** In place of an image that is not in the file. */
const missingImage: ElementStyle = { fill: '#f5f5f5', color: '#b3b3b3' }

/** Where lines meet: a dot in the middle of its box. */
function getDot(style: Style, { x, y, w, h, color = '#000000' }: Box & ElementStyle) {
  const size = toNumber(style.get('size'), 6)
  const box = { x: x + (w - size) / 2, y: y + (h - size) / 2, w: size, h: size }
  return { ...box, type: 'ellipse', fill: color } as const
}

const isInherited = (color: string | undefined): boolean => color === 'inherit' || color === 'swimlane'

/** Draws the cells of one page. */
class PageReader {
  readonly #cells: readonly Cell[]
  readonly #byId: ReadonlyMap<string, Cell>
  readonly #prefix: string
  readonly #builder: SceneBuilder
  readonly #notes: NoteCounter
  /** Labels of edges that are not drawn yet. */
  readonly #labels: Map<string, Cell[]>
  readonly #hidden = new Map<string, boolean>()
  #shift: Vec = { x: 0, y: 0 }
  #frame: string | null = null

  constructor(cells: readonly Cell[], prefix: string, builder: SceneBuilder, notes: NoteCounter) {
    this.#cells = cells
    this.#byId = new Map(cells.map((cell) => [cell.id, cell]))
    this.#prefix = prefix
    this.#builder = builder
    this.#notes = notes
    const labels = cells.filter(({ parent, isEdge }) => !isEdge && this.#byId.get(parent)?.isEdge)
    this.#labels = Map.groupBy(labels, ({ parent }) => parent)
  }

  /** Draws the page with its left edge there; returns its width. */
  draw(left: number, name: string | null): number {
    const boxes = this.#cells.filter((cell) => this.#isBox(cell))
    const bounds = boxes.map((cell) => this.#getBox(cell))
    const { x: minX, y: minY, w, h } = unionOfAll(bounds) ?? { x: 0, y: 0, w: 0, h: 0 }
    if (name !== null && bounds.length > 0) {
      const margin = 40
      this.#frame = `${this.#prefix}frame`
      this.#builder.addFrame({ id: this.#frame, x: left, y: 0, w: w + 2 * margin, h: h + 2 * margin, name })
      this.#shift = { x: left + margin - minX, y: margin - minY }
    }
    for (const cell of boxes) this.#drawBox(cell)
    for (const cell of this.#cells) if (cell.isEdge && this.#isShown(cell)) this.#drawEdge(cell)
    return name === null ? w : w + 80
  }

  #isBox(cell: Cell): boolean {
    return (
      !cell.isEdge &&
      cell.geometry !== undefined &&
      !this.#byId.get(cell.parent)?.isEdge &&
      this.#isShown(cell)
    )
  }

  /** Whether the cell and its layer are visible. */
  #isShown(cell: Cell): boolean {
    const known = this.#hidden.get(cell.id)
    if (known !== undefined) return !known
    const chain = [...this.#getAncestors(cell)]
    const isHidden = !cell.isVisible || chain.some(({ isVisible }) => !isVisible)
    this.#hidden.set(cell.id, isHidden)
    return !isHidden
  }

  *#getAncestors(cell: Cell): Iterable<Cell> {
    let parent = this.#byId.get(cell.parent)
    for (let depth = 0; parent && depth < maxDepth; depth += 1) {
      yield parent
      parent = this.#byId.get(parent.parent)
    }
  }

  /** Where the origin of a cell's parent is. */
  #getOrigin(cell: Cell): Vec {
    let [x, y] = [this.#shift.x, this.#shift.y]
    for (const { geometry, isEdge } of this.#getAncestors(cell)) {
      if (isEdge) continue
      x += toNumber(geometry?.attributes.get('x'), 0)
      y += toNumber(geometry?.attributes.get('y'), 0)
    }
    return { x, y }
  }

  #getBox(cell: Cell): { x: number; y: number; w: number; h: number } {
    const get = (name: string): number => toNumber(cell.geometry?.attributes.get(name), 0)
    const origin = this.#getOrigin(cell)
    const [w, h] = [Math.max(1, get('width')), Math.max(1, get('height'))]
    const parent = this.#byId.get(cell.parent)
    if (cell.geometry?.attributes.get('relative') === '1' && parent?.geometry) {
      const share = (name: string, side: string): number =>
        get(name) * toNumber(parent.geometry?.attributes.get(side), 0)
      return { x: origin.x + share('x', 'width'), y: origin.y + share('y', 'height'), w, h }
    }
    return { x: origin.x + get('x'), y: origin.y + get('y'), w, h }
  }

  #drawBox(cell: Cell): void {
    const { style, text, link } = cell
    const box = {
      id: this.#prefix + cell.id,
      ...this.#getBox(cell),
      text,
      link,
      angle: toNumber(style.get('rotation'), 0),
    }
    const shared = { ...box, ...this.#getStyle(cell), ...this.#getLabel(style) }
    const image = style.get('image')
    if (image?.startsWith('data:')) return this.#builder.addImage(shared, image)
    if (image !== undefined) this.#notes.take('pictureMissing', cell)
    if (style.get('name') === 'group') return this.#builder.addText({ ...shared, text: '' })
    const isBare =
      getColor(style.get('strokeColor')) === 'transparent' &&
      getColor(style.get('fillColor')) === 'transparent'
    if (style.get('name') === 'text' || style.get('name') === 'edgeLabel' || (isBare && text !== ''))
      return this.#builder.addText({ ...shared, wraps: style.get('whiteSpace') === 'wrap' })
    const form = getForm(style)
    const fill = getColor(this.#inherit(cell, 'fillColor')) ?? '#ffffff'
    if (isTitled(style)) return drawTitled(this.#builder, style, { ...shared, fill })
    if (isLifeline(style)) return drawLifeline(this.#builder, style, { ...shared, fill })
    const outside = text === '' ? undefined : getLabelBox(style, text, box)
    const groups = outside ? [`${box.id} label`, ...(shared.groups ?? [])] : shared.groups
    const element = this.#builder.addBox({
      ...shared,
      ...form,
      groups,
      fill,
      ...(image !== undefined && missingImage),
      ...(style.get('shape') === 'waypoint' && getDot(style, shared)),
      text: outside ? '' : text,
      isRound: style.get('rounded') === '1',
    })
    if (outside) this.#builder.addText({ ...shared, ...outside, groups, id: `${box.id} label`, angle: 0 })
    if (!form) this.#notes.take('otherForm', element)
  }

  /** A colour that a cell can take over from what it lies in. */
  #inherit(cell: Cell, name: 'fillColor' | 'strokeColor'): string | undefined {
    const own = cell.style.get(name)
    if (own !== 'inherit' && own !== 'swimlane') return own
    const isGiver = ({ style }: Cell): boolean => own === 'inherit' || isTitled(style)
    const giver = [...this.#getAncestors(cell)].find(
      (each) => isGiver(each) && !isInherited(each.style.get(name)),
    )
    return giver?.style.get(name)
  }

  #getStyle(cell: Cell): ElementStyle {
    const { style, parent } = cell
    const groups = [...this.#getGroups(parent)].map((id) => this.#prefix + id)
    return {
      color: getColor(this.#inherit(cell, 'strokeColor')),
      fill: getColor(this.#inherit(cell, 'fillColor')),
      strokeWidth: toNumber(style.get('strokeWidth'), 1),
      dash:
        style.get('dashed') !== '1'
          ? 'solid'
          : style.get('dashPattern')?.startsWith('1 ')
            ? 'dotted'
            : 'dashed',
      isHandDrawn: style.get('sketch') === '1',
      isHatched: style.get('sketch') === '1' && (style.get('fillStyle') ?? 'hachure') !== 'solid',
      opacity: toNumber(style.get('opacity'), 100) / 100,
      groups,
      frame: this.#frame,
      isLocked: style.get('locked') === '1',
    }
  }

  /** Groups around a cell, innermost first. */
  *#getGroups(parent: string): Iterable<string> {
    let cell = this.#byId.get(parent)
    for (let depth = 0; cell && depth < maxDepth; depth += 1) {
      if (cell.style.get('name') === 'group') yield cell.id
      cell = this.#byId.get(cell.parent)
    }
  }

  #getLabel(style: Style): LabelStyle {
    const align = style.get('align')
    const vertical = style.get('verticalAlign')
    return {
      textColor: getColor(style.get('fontColor')),
      textSize: toNumber(style.get('fontSize'), 12),
      font: /courier|mono/i.test(style.get('fontFamily') ?? '') ? 'mono' : 'sans',
      align: align === 'left' || align === 'right' ? align : style.get('name') === 'text' && align === undefined ? 'left' : 'center', // prettier-ignore
      vertical: vertical === 'top' || vertical === 'bottom' ? vertical : 'middle',
    }
  }

  #drawEdge(cell: Cell): void {
    const { style } = cell
    const origin = this.#getOrigin(cell)
    const toPoint = (point: XmlElement): Vec => ({
      x: origin.x + toNumber(point.attributes.get('x'), 0),
      y: origin.y + toNumber(point.attributes.get('y'), 0),
    })
    const list = cell.geometry?.children.find(({ attributes }) => attributes.get('as') === 'points')
    const via = (list?.children ?? []).filter(({ name }) => name === 'mxPoint').map(toPoint)
    const labels = this.#labels.get(cell.id) ?? []
    // Edges that share an id would each repeat all labels.
    this.#labels.delete(cell.id)
    const [only] = cell.text === '' && labels.length === 1 ? labels : []
    const line = {
      id: this.#prefix + cell.id,
      ...this.#getStyle(cell),
      ...this.#getLabel(style),
      fill: undefined,
      label: only?.text ?? cell.text,
      startHead: this.#getHead(cell, 'startArrow', null),
      endHead: this.#getHead(cell, 'endArrow', 'triangle'),
    }
    const isRouted = /orthogonal|elbow|entityRelation/i.test(style.get('edgeStyle') ?? '')
    const isCurved = style.get('curved') === '1'
    const [fromAt, toAt] = [
      this.#getAnchor(cell, 'source', via[0]),
      this.#getAnchor(cell, 'target', via.at(-1)),
    ]
    const from = this.#getEnd(cell, 'source', fromAt, toPoint)
    const to = this.#getEnd(cell, 'target', toAt, toPoint)
    const isAdded = this.#builder.addArrow({
      ...line,
      from,
      to,
      fromAt,
      toAt,
      via,
      routing: isCurved ? 'curved' : isRouted ? 'routed' : 'straight',
    })
    if (!isAdded) return this.#notes.take('damaged', cell)
    if (only) return
    const ends = [this.#builder.getPoint(from, fromAt), ...via, this.#builder.getPoint(to, toAt)]
    for (const label of labels)
      this.#drawEdgeLabel(
        label,
        ends.filter((point) => point !== undefined),
      )
  }

  /** One of several labels of an edge: each stays near the part of the line that it is about. */
  #drawEdgeLabel(label: Cell, points: readonly Vec[]): void {
    const get = (name: string): number => toNumber(label.geometry?.attributes.get(name), 0)
    const offset = label.geometry?.children.find(({ attributes }) => attributes.get('as') === 'offset')
    const { point } = getPointAlongLine(points, Math.min(1, Math.max(0, (get('x') + 1) / 2)))
    const [x, y] = ['x', 'y'].map((axis) => toNumber(offset?.attributes.get(axis), 0)) as [number, number]
    this.#builder.addText({
      ...this.#getStyle(label),
      ...this.#getLabel(label.style),
      id: this.#prefix + label.id,
      text: label.text,
      align: 'center',
      ...getTextBox(label.style, label.text, { x: point.x + x, y: point.y + y }),
    })
  }

  /** The cell that an end is attached to, or where it is drawn. */
  #getEnd(cell: Cell, end: End, at: Vec = middle, toPoint: (point: XmlElement) => Vec): string | Vec {
    const held = this.#byId.get(cell[end])
    // Lines attach to the dashed line below a participant, which is no box.
    if (held && this.#isBox(held))
      return isLifeline(held.style) ? getPoint(this.#getBox(held), at) : this.#prefix + held.id
    const point = cell.geometry?.children.find(({ attributes }) => attributes.get('as') === `${end}Point`)
    return point ? toPoint(point) : ''
  }

  /** Where an end is attached, as fractions of the box; `near` is the next point of the line. */
  #getAnchor(cell: Cell, end: End, near: Vec | undefined): Vec | undefined {
    const own = readAnchor(cell.style, end)
    const held = this.#byId.get(cell[end])
    if (own || !held || !this.#isBox(held)) return own
    const isLine = isLifeline(held.style)
    if (!isLine && held.style.get('perimeter') !== 'orthogonalPerimeter') return undefined
    // Messages of sequence diagrams run level.
    const otherEnd = end === 'source' ? 'target' : 'source'
    const other = this.#byId.get(cell[otherEnd])
    const otherAt = readAnchor(cell.style, otherEnd)
    const otherBox = other && this.#isBox(other) ? this.#getBox(other) : undefined
    const next = near ?? (otherBox && otherAt ? getPoint(otherBox, otherAt) : undefined)
    if (!next) return undefined
    const box = this.#getBox(held)
    const side = next.x < box.x + box.w / 2 ? 0 : 1
    return { x: isLine ? 0.5 : side, y: Math.min(1, Math.max(0, (next.y - box.y) / box.h)) }
  }

  #getHead(cell: Cell, name: string, usual: Arrowhead | null): Arrowhead | null {
    const text = cell.style.get(name)
    if (text === undefined || text === '') return usual
    const head = heads.get(text)
    if (head === undefined) this.#notes.take('arrowhead', cell)
    return head === undefined ? 'arrow' : head
  }
}
