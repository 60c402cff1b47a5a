import { z } from 'zod'
import type { Vec } from '../../geometry/vec.ts'
import { importScene } from '../excalidraw.ts'
import type { ImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { createNoteCounter, type NoteCounter } from '../notes.ts'
import { arrangePages } from './arrange-pages.ts'
import { type ElementStyle, type LabelStyle, SceneBuilder } from './scene-builder.ts'
import { colors, geoForms, markerColors, sizes, tldrawHeads } from './tldraw-styles.ts'
import { readSegments } from './tldraw-points.ts'

const number = z.number().min(-1e7).max(1e7)
const Props = z.record(z.string(), z.unknown())

const Shape = z.object({
  id: z.string(),
  typeName: z.literal('shape'),
  type: z.string(),
  x: number,
  y: number,
  /** Radians, about the top left corner. */
  rotation: number.catch(0),
  parentId: z.string(),
  index: z.string().catch(''),
  opacity: z.number().min(0).max(1).catch(1),
  isLocked: z.boolean().catch(false),
  props: Props,
})
type Shape = z.infer<typeof Shape>

const Page = z.object({
  id: z.string(),
  typeName: z.literal('page'),
  name: z.string().catch(''),
  index: z.string().catch(''),
})
const Asset = z.object({
  id: z.string(),
  typeName: z.literal('asset'),
  props: z.object({ src: z.string().nullish() }),
})
const Anchor = z.object({ x: z.number(), y: z.number() })
const Binding = z.object({
  typeName: z.literal('binding'),
  type: z.literal('arrow'),
  fromId: z.string(),
  toId: z.string(),
  props: z.object({
    terminal: z.enum(['start', 'end']),
    normalizedAnchor: Anchor,
    isPrecise: z.boolean().catch(false),
  }),
})
const File = z.object({ tldrawFileFormatVersion: z.number(), records: z.array(z.unknown()) })

export function isTldraw(value: unknown): boolean {
  return File.safeParse(value).success
}

/** Reads a `.tldr` file of tldraw, of any version of its records that has shapes. */
export function importTldraw(value: unknown): ImportedDrawing | ImportFailure {
  const { records } = File.parse(value)
  if (records.length > importLimits.elements)
    return { reason: 'too_large', message: `More than ${importLimits.elements} records` }
  const notes = createNoteCounter()
  const find = <T>(schema: z.ZodType<T>): T[] =>
    records.flatMap((record) => schema.safeParse(record).data ?? [])
  // Shapes that share an id would each repeat all that is in them.
  const shapes = [...new Map(find(Shape).map((shape) => [shape.id, shape])).values()]
  for (const record of records) {
    const isShape = (record as { typeName?: unknown } | null)?.typeName === 'shape'
    if (isShape && !Shape.safeParse(record).success) notes.take('damaged', Object(record) as object)
  }
  const byIndex = <T extends { index: string }>(a: T, b: T): number =>
    a.index < b.index ? -1 : a.index > b.index ? 1 : 0
  const file: TldrawFile = {
    children: Map.groupBy(shapes.toSorted(byIndex), ({ parentId }) => parentId),
    assets: new Map(find(Asset).map(({ id, props }) => [id, props.src ?? ''])),
    bindings: Map.groupBy(find(Binding), ({ fromId }) => fromId),
    notes,
  }
  const pages = find(Page).toSorted(byIndex)
  return importScene(
    arrangePages(pages.map(({ id, name }) => ({ name, scene: new PageReader(file).read(id) }))),
    notes,
  )
}

interface TldrawFile {
  readonly children: ReadonlyMap<string, readonly Shape[]>
  readonly assets: ReadonlyMap<string, string>
  readonly bindings: ReadonlyMap<string, readonly z.infer<typeof Binding>[]>
  readonly notes: NoteCounter
}

/** Where the contents of a page, frame or group are. */
interface Space {
  readonly at: Vec
  readonly rotation: number
  readonly groups: readonly string[]
  readonly frame: string | null
  readonly opacity: number
  readonly depth: number
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const amount = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise
const vec = (value: unknown): Vec | undefined => Anchor.safeParse(value).data

const rotate = ({ x, y }: Vec, angle: number): Vec => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
})
const add = (a: Vec, b: Vec): Vec => ({ x: a.x + b.x, y: a.y + b.y })

/** Degrees; less is an error of calculation. */
const leastAngle = 0.01

class PageReader {
  readonly #file: TldrawFile
  readonly #builder = new SceneBuilder()
  /** Arrows are drawn last, because their ends can be on shapes above them. */
  readonly #arrows: (readonly [Shape, Space])[] = []

  constructor(file: TldrawFile) {
    this.#file = file
  }

  read(page: string) {
    this.#readChildren(page, {
      at: { x: 0, y: 0 },
      rotation: 0,
      groups: [],
      frame: null,
      opacity: 1,
      depth: 0,
    })
    for (const [shape, space] of this.#arrows) this.#addArrow(shape, space)
    return this.#builder.getScene()
  }

  #readChildren(id: string, space: Space): void {
    if (space.depth > importLimits.diagram.depth) return
    for (const shape of this.#file.children.get(id) ?? []) this.#readShape(shape, space)
  }

  #readShape(shape: Shape, space: Space): void {
    const at = add(space.at, rotate(shape, space.rotation))
    const rotation = space.rotation + shape.rotation
    const opacity = space.opacity * shape.opacity
    const inner = { ...space, at, rotation, opacity, depth: space.depth + 1 }
    switch (shape.type) {
      case 'group':
        return this.#readChildren(shape.id, { ...inner, groups: [shape.id, ...space.groups] })
      case 'frame': {
        const { angle, ...box } = this.#getBox(shape, inner)
        const frame = this.#builder.addFrame({ id: shape.id, ...box, name: text(shape.props['name']) })
        if (Math.abs(angle) > leastAngle) this.#file.notes.take('frameRotation', frame)
        return this.#readChildren(shape.id, { ...inner, frame: shape.id })
      }
      case 'arrow':
        return void this.#arrows.push([shape, { ...inner, depth: space.depth }])
      case 'line':
        return this.#addLine(shape, inner)
      case 'draw':
      case 'highlight':
        return this.#addStroke(shape, inner)
      default:
        return this.#addBox(shape, inner)
    }
  }

  /** The unrotated box of a shape that tldraw turns about its corner. */
  #getBox({ type, props }: Shape, { at, rotation }: Space) {
    const scale = amount(props['scale'], 1)
    const [w, h] =
      type === 'note'
        ? [200 * scale, (200 + amount(props['growY'], 0)) * scale]
        : [
            amount(props['w'], 100),
            amount(props['h'], type === 'text' ? getTextHeight(props) : 100) + amount(props['growY'], 0),
          ]
    const centre = add(at, rotate({ x: w / 2, y: h / 2 }, rotation))
    return { x: centre.x - w / 2, y: centre.y - h / 2, w, h, angle: (rotation * 180) / Math.PI }
  }

  #addBox(shape: Shape, space: Space): void {
    const { type, props, id } = shape
    const url = text(props['url'])
    const box = {
      id,
      ...this.#getBox(shape, space),
      ...this.#getStyle(shape, space),
      ...this.#getLabel(shape),
    }
    const labelled = { ...box, text: getWords(props), link: url === '' ? null : url }
    if (type === 'text') return this.#builder.addText({ ...labelled, wraps: props['autoSize'] === false })
    if (type === 'image') return this.#addImage(shape, labelled)
    if (type === 'note') {
      const fill = (colors.get(text(props['color'])) ?? colors.get('black')!)[2]
      return void this.#builder.addBox({ ...labelled, type: 'note', fill })
    }
    if (type === 'geo') {
      const form = geoForms.get(text(props['geo']))
      const element = this.#builder.addBox({ ...labelled, ...form, isRound: false })
      if (!form) this.#file.notes.take('otherForm', element)
      return
    }
    const isPage = type === 'bookmark' || type === 'embed'
    const element = url === '' ? shape : this.#builder.addBox({ ...labelled, text: url })
    this.#file.notes.take(isPage ? 'embedded' : type === 'video' ? 'fileOutside' : 'unknownKind', element)
  }

  #addImage(shape: Shape, box: Parameters<SceneBuilder['addBox']>[0]): void {
    const source = this.#file.assets.get(text(shape.props['assetId'])) ?? ''
    if (source.startsWith('data:')) this.#builder.addImage(box, source)
    else this.#file.notes.take('pictureMissing', shape)
  }

  #getStyle({ props, isLocked }: Shape, { groups, frame, opacity }: Space): ElementStyle {
    const [line, fill] = colors.get(text(props['color'])) ?? colors.get('black')!
    const kind = text(props['fill'])
    const dash = text(props['dash'])
    return {
      color: line,
      fill:
        kind === 'fill'
          ? line
          : kind === 'semi'
            ? '#ffffff'
            : kind === 'solid' || kind === 'pattern'
              ? fill
              : undefined,
      strokeWidth: (sizes.get(text(props['size'])) ?? sizes.get('m')!).line * amount(props['scale'], 1),
      dash: dash === 'dashed' || dash === 'dotted' ? dash : 'solid',
      isHandDrawn: dash === 'draw',
      opacity,
      groups,
      frame,
      isLocked,
    }
  }

  #getLabel({ type, props }: Shape): LabelStyle {
    const size = sizes.get(text(props['size'])) ?? sizes.get('m')!
    const align = text(props['align'] ?? props['textAlign']).replace('-legacy', '')
    const vertical = text(props['verticalAlign'])
    const color = type === 'text' ? props['color'] : (props['labelColor'] ?? 'black')
    const font = text(props['font'])
    return {
      textColor: (colors.get(text(color)) ?? colors.get('black')!)[0],
      textSize: (type === 'text' ? size.text : size.label) * amount(props['scale'], 1),
      font: font === 'mono' ? 'mono' : font === 'draw' ? 'hand' : 'sans',
      align:
        align === 'start'
          ? 'left'
          : align === 'end'
            ? 'right'
            : type === 'text' && align === ''
              ? 'left'
              : 'center',
      vertical: vertical === 'start' ? 'top' : vertical === 'end' ? 'bottom' : 'middle',
    }
  }

  #addLine(shape: Shape, { at, rotation, ...space }: Space): void {
    const held = shape.props['points'] ?? shape.props['handles']
    const list = Object.values(Object(held) as object).flatMap((point: unknown) => {
      const index = text((point as { index?: unknown } | null)?.index)
      const found = vec(point)
      return found ? [{ index, point: add(at, rotate(found, rotation)) }] : []
    })
    const points = list.toSorted((a, b) => (a.index < b.index ? -1 : 1)).map(({ point }) => point)
    if (points.length < 2) return this.#file.notes.take('damaged', shape)
    const style = this.#getStyle(shape, { ...space, at, rotation })
    this.#builder.addLine({
      id: shape.id,
      ...style,
      fill: undefined,
      points,
      isCurved: shape.props['spline'] === 'cubic',
    })
  }

  #addStroke(shape: Shape, space: Space): void {
    const { props, type, id } = shape
    const read = readSegments(props['segments'])
    if (!read || read.length === 0) return this.#file.notes.take('damaged', shape)
    const scale = { x: amount(props['scaleX'], 1), y: amount(props['scaleY'], 1) }
    const points = read.map(({ x, y }) =>
      add(space.at, rotate({ x: x * scale.x, y: y * scale.y }, space.rotation)),
    )
    const style = this.#getStyle(shape, space)
    if (props['isClosed'] === true && points.length > 2 && style.fill !== undefined)
      return this.#builder.addLine({ id, ...style, points, isClosed: true })
    const isMarker = type === 'highlight'
    const size = sizes.get(text(props['size'])) ?? sizes.get('m')!
    // A marker is a little wider than a line of text.
    const strokeWidth = isMarker ? size.text * 1.12 * amount(props['scale'], 1) : (style.strokeWidth ?? 2)
    // A pen's width is given for lines, and strokes of the format are thicker by this factor.
    const look = {
      ...style,
      fill: undefined,
      strokeWidth: strokeWidth / 4.25,
      ...(isMarker && { color: markerColors.get(text(props['color'])) ?? style.color }),
      opacity: (style.opacity ?? 1) * (isMarker ? 0.4 : 1),
    }
    this.#builder.addStroke(
      { id, ...look, points },
      props['isPen'] === true ? read.map(({ z: pressure }) => pressure) : null,
    )
  }

  #addArrow(shape: Shape, space: Space): void {
    const { props, id } = shape
    const toPage = (point: Vec): Vec => add(space.at, rotate(point, space.rotation))
    const start = this.#getEnd(shape, 'start', toPage)
    const end = this.#getEnd(shape, 'end', toPage)
    const bend = amount(props['bend'], 0)
    const [from, to] = [start, end].map(({ box, at, point }) =>
      this.#builder.getPoint(box ?? point ?? '', at),
    )
    if (!from || !to) return this.#file.notes.take('damaged', shape)
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
    const middle = {
      x: (from.x + to.x) / 2 + ((to.y - from.y) / length) * bend,
      y: (from.y + to.y) / 2 - ((to.x - from.x) / length) * bend,
    }
    this.#builder.addArrow({
      id,
      from: start.box ?? from,
      to: end.box ?? to,
      fromAt: start.at,
      toAt: end.at,
      via: Math.abs(bend) > 8 ? [middle] : [],
      routing: props['kind'] === 'elbow' ? 'routed' : Math.abs(bend) > 8 ? 'curved' : 'straight',
      ...this.#getStyle(shape, space),
      ...this.#getLabel(shape),
      fill: undefined,
      label: getWords(props),
      startHead: tldrawHeads.get(text(props['arrowheadStart'])) ?? null,
      endHead: tldrawHeads.get(text(props['arrowheadEnd'] ?? 'arrow')) ?? null,
    })
  }

  /** An end on a shape, as newer and older files have it, or at a point. */
  #getEnd({ id, props }: Shape, end: 'start' | 'end', toPage: (point: Vec) => Vec): ArrowEnd {
    const binding = this.#file.bindings.get(id)?.find((each) => each.props.terminal === end)
    if (binding) {
      const { normalizedAnchor, isPrecise } = binding.props
      return { box: binding.toId, at: isPrecise ? clamp(normalizedAnchor) : undefined }
    }
    const held = Object(props[end]) as {
      boundShapeId?: unknown
      normalizedAnchor?: unknown
      isPrecise?: unknown
    }
    if (typeof held.boundShapeId === 'string')
      return { box: held.boundShapeId, at: held.isPrecise === true ? vec(held.normalizedAnchor) : undefined }
    const point = vec(held)
    return { point: point && toPage(point) }
  }
}

/** A text has no height in the file; lines are 1.35 times as high as their text. */
function getTextHeight(props: Shape['props']): number {
  const { text: size } = sizes.get(text(props['size'])) ?? sizes.get('m')!
  return getWords(props).split('\n').length * size * amount(props['scale'], 1) * 1.35
}

interface ArrowEnd {
  readonly box?: string
  readonly at?: Vec | undefined
  readonly point?: Vec | undefined
}

const clamp = ({ x, y }: Vec): Vec => ({ x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) })

interface RichNode {
  readonly type?: unknown
  readonly text?: unknown
  readonly content?: unknown
}

/** The words of a label: plain in older files, a document in newer ones. */
function getWords(props: Shape['props']): string {
  return typeof props['text'] === 'string' ? props['text'] : getBlocks(props['richText'], 0).join('\n')
}

/** Its paragraphs, with their line breaks. */
function getBlocks(value: unknown, depth: number): string[] {
  const { type, content } = Object(value) as RichNode
  const children = Array.isArray(content) && depth < importLimits.diagram.depth ? content : []
  if (type === 'paragraph' || type === 'heading')
    return [children.map((child: unknown) => ((Object(child) as RichNode).type === 'hardBreak' ? '\n' : text((Object(child) as RichNode).text))).join('')] // prettier-ignore
  const blocks = children.flatMap((child: unknown) => getBlocks(child, depth + 1))
  return type === 'listItem' ? blocks.map((block, i) => (i === 0 ? `• ${block}` : block)) : blocks
}
