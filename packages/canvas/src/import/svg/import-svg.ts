import { MAX_COORDINATE } from '../../document/model/limits.ts'
import { type Affine, compose, transform, translation } from '../../geometry/affine.ts'
import type { Vec } from '../../geometry/vec.ts'
import { importScene } from '../excalidraw.ts'
import { readColor } from '../excalidraw/colors.ts'
import { type ImportFailure, isImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import type { ImportedDrawing } from '../imported-drawing.ts'
import { createNoteCounter, type NoteCounter } from '../notes.ts'
import { findAll, parseXml, type XmlElement } from '../formats/parse-xml.ts'
import { type ElementStyle, SceneBuilder } from '../formats/scene-builder.ts'
import { readPathData } from './path-data.ts'
import { getStyle, readLength, readStyleRules, type Style, type StyleRules } from './svg-style.ts'
import { getOutline, getScale, readTransform, transformBox } from './svg-transform.ts'

/** Converts an SVG to shapes, lines, texts and images. Nothing outside the file is read. */
export function importSvgShapes(svg: string): ImportedDrawing | ImportFailure {
  const root = parseXml(svg)
  if (isImportFailure(root)) return root
  if (root.name !== 'svg') return { reason: 'not_a_drawing', message: 'The file is no SVG' }
  const notes = createNoteCounter()
  const reader = new SvgReader(root, notes)
  reader.read()
  return reader.isTooLarge
    ? { reason: 'too_large', message: `More than ${importLimits.elements} elements` }
    : importScene(reader.getScene(), notes)
}

interface Context {
  readonly m: Affine
  readonly style: Style
  /** Product of the opacities around it. */
  readonly opacity: number
  /** Innermost first. */
  readonly groups: readonly string[]
  readonly depth: number
}

/** Deeper groups are joined to the ones around them. */
const maxGroups = 6
const maxUseDepth = 20
/** Elements that hold others. */
const containers: ReadonlySet<string> = new Set(['svg', 'g', 'a', 'switch', 'symbol'])
/** Elements that are not drawn by themselves. */
const definitions: ReadonlySet<string> = new Set(['defs', 'style', 'title', 'desc', 'metadata', 'script', 'marker', 'linearGradient', 'radialGradient', 'pattern', 'clipPath', 'mask', 'filter', 'symbol', 'namedview', 'animate', 'set']) // prettier-ignore
const effects = ['clip-path', 'mask', 'filter'] as const

class SvgReader {
  readonly #root: XmlElement
  readonly #notes: NoteCounter
  readonly #builder = new SceneBuilder()
  readonly #rules: StyleRules
  readonly #byId = new Map<string, XmlElement>()
  /** Colours of gradients, by id. */
  readonly #gradients = new Map<string, string>()
  #points = 0
  #visited = 0
  #lastId = 0
  isTooLarge = false

  constructor(root: XmlElement, notes: NoteCounter) {
    this.#root = root
    this.#notes = notes
    this.#rules = readStyleRules(root)
    this.#listIds(root)
    for (const name of ['linearGradient', 'radialGradient'])
      for (const gradient of findAll(root, name)) {
        const [stop] = findAll(gradient, 'stop')
        if (!stop) continue
        const inStyle = /(?:^|;)\s*stop-color\s*:\s*([^;]{1,60})/.exec(
          stop.attributes.get('style') ?? '',
        )?.[1]
        this.#gradients.set(
          gradient.attributes.get('id') ?? '',
          inStyle ?? stop.attributes.get('stop-color') ?? 'black',
        )
      }
  }

  #listIds(element: XmlElement): void {
    const waiting = [element]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const id = next.attributes.get('id')
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, next)
      for (const child of next.children) waiting.push(child)
    }
  }

  read(): void {
    const { attributes } = this.#root
    const [x = 0, y = 0, w = 0, h = 0] = (attributes.get('viewBox') ?? '').split(/[\s,]+/).map(Number)
    const isValid = [x, y, w, h].every(Number.isFinite) && w > 0 && h > 0
    const width = readLength(attributes.get('width'), isValid ? w : 0)
    const height = readLength(attributes.get('height'), isValid ? h : 0)
    const scale = isValid ? Math.min(width / w, height / h) || 1 : 1
    const m = isValid ? { a: scale, b: 0, c: 0, d: scale, e: -x * scale, f: -y * scale } : translation(0, 0)
    const style = getStyle(this.#root, new Map(), this.#rules)
    this.#readChildren(this.#root, { m, style, opacity: 1, groups: [], depth: 0 })
  }

  getScene() {
    return this.#builder.getScene()
  }

  #readChildren(parent: XmlElement, context: Context): void {
    for (const child of parent.children) this.#readElement(child, context)
  }

  #readElement(element: XmlElement, parent: Context): void {
    this.#visited += 1
    if (this.#visited > importLimits.elements || this.#builder.count > importLimits.elements)
      this.isTooLarge = true
    if (this.isTooLarge || definitions.has(element.name)) return
    const style = getStyle(element, parent.style, this.#rules)
    if (style.get('display') === 'none') return
    if (effects.some((name) => (style.get(name) ?? 'none') !== 'none')) this.#notes.take('effect', element)
    const context: Context = {
      ...parent,
      style,
      m: compose(parent.m, readTransform(element.attributes.get('transform') ?? '')),
      opacity: parent.opacity * readShare(style.get('opacity')),
    }
    if (containers.has(element.name)) return this.#readContainer(element, context)
    if (element.name === 'use') return this.#readUse(element, context)
    if (style.get('visibility') === 'hidden' || style.get('visibility') === 'collapse') return
    this.#readShape(element, context)
  }

  #readContainer(element: XmlElement, context: Context): void {
    const isGroup = element.children.length > 1 && context.groups.length < maxGroups
    const groups = isGroup ? [this.#createId(), ...context.groups] : context.groups
    const offset = translation(getNumber(element, 'x'), getNumber(element, 'y'))
    const m = element.name === 'svg' ? compose(context.m, offset) : context.m
    this.#readChildren(element, { ...context, m, groups })
  }

  #readUse(element: XmlElement, context: Context): void {
    const target = this.#byId.get((element.attributes.get('href') ?? '').replace(/^#/, ''))
    if (!target || context.depth >= maxUseDepth) return this.#notes.take('unknownKind', element)
    const m = compose(context.m, translation(getNumber(element, 'x'), getNumber(element, 'y')))
    const inner = { ...context, m, depth: context.depth + 1 }
    if (target.name === 'symbol') this.#readContainer(target, inner)
    else this.#readElement(target, inner)
  }

  #readShape(element: XmlElement, context: Context): void {
    const get = (name: string): number => getNumber(element, name)
    switch (element.name) {
      case 'rect':
        return this.#addBox(element, { x: get('x'), y: get('y'), w: get('width'), h: get('height') }, context)
      case 'circle':
        return this.#addEllipse(element, get('r'), get('r'), context)
      case 'ellipse':
        return this.#addEllipse(element, get('rx'), get('ry'), context)
      case 'line':
        return this.#addLine(
          element,
          [
            { x: get('x1'), y: get('y1') },
            { x: get('x2'), y: get('y2') },
          ],
          context,
        )
      case 'polyline':
      case 'polygon':
        return this.#addLine(element, readPoints(element), context, { isClosed: element.name === 'polygon' })
      case 'path':
        return this.#addPath(element, context)
      case 'text':
        return this.#addText(element, context)
      case 'image':
        return this.#addImage(element, context)
      default:
        this.#notes.take('unknownKind', element)
    }
  }

  #addEllipse(element: XmlElement, rx: number, ry: number, context: Context): void {
    const [x, y] = [getNumber(element, 'cx') - rx, getNumber(element, 'cy') - ry]
    this.#addBox(element, { x, y, w: 2 * rx, h: 2 * ry }, context, true)
  }

  #addBox(
    element: XmlElement,
    box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number },
    context: Context,
    isEllipse = false,
  ): void {
    if (!(box.w > 0 && box.h > 0)) return this.#notes.take('invisible', element)
    if (!isOnBoard(context.m, getOutline(box, false))) return this.#notes.take('damaged', element)
    const placed = transformBox(context.m, box)
    if (!placed) return this.#addLine(element, getOutline(box, isEllipse), context, { isClosed: true })
    const isRound = getNumber(element, 'rx') > 0 || getNumber(element, 'ry') > 0
    const type = isEllipse ? 'ellipse' : 'rectangle'
    const paint = this.#getPaint(element, context)
    if (paint) this.#builder.addBox({ id: this.#createId(), ...placed, ...paint, text: '', type, isRound })
  }

  #addPath(element: XmlElement, context: Context): void {
    const parts = readPathData(element.attributes.get('d') ?? '', importLimits.points - this.#points)
    if (parts.length === 0) return this.#notes.take('invisible', element)
    // The second part of a filled path is often a hole in the first, which a line cannot have.
    const isFilled = (context.style.get('fill') ?? 'black') !== 'none'
    if (parts.length > 1 && isFilled) this.#notes.take('otherForm', element)
    const groups = parts.length > 1 ? [this.#createId(), ...context.groups] : context.groups
    for (const { points, isClosed } of parts)
      this.#addLine(element, points, { ...context, groups }, { isClosed })
  }

  #addLine(
    element: XmlElement,
    points: readonly Vec[],
    context: Context,
    { isClosed = false }: { readonly isClosed?: boolean } = {},
  ): void {
    const paint = this.#getPaint(element, context)
    this.#points += points.length
    if (this.#points > importLimits.points) this.isTooLarge = true
    if (!paint || points.length < 2) return
    if (!isOnBoard(context.m, points)) return this.#notes.take('damaged', element)
    const isFilled = paint.fill !== undefined && points.length > 2
    this.#builder.addLine({
      id: this.#createId(),
      ...paint,
      fill: isFilled ? paint.fill : undefined,
      points: points.map((point) => transform(context.m, point)),
      isClosed: isClosed || isFilled,
    })
  }

  #addText(element: XmlElement, { m, style, opacity, groups }: Context): void {
    const words = getWords(element)
    const fontSize = readLength(style.get('font-size'), 16)
    const scale = getScale(m)
    const [first] = findAll(element, 'tspan')
    const at = { x: getNumber(element, 'x', first), y: getNumber(element, 'y', first) }
    if (words.trim() === '' || scale === 0) return this.#notes.take('invisible', element)
    if (!isOnBoard(m, [at])) return this.#notes.take('damaged', element)
    const size = fontSize * scale
    const lines = words.split('\n')
    // Without the font the width is an estimate; the anchor stays in its place.
    const w = Math.max(...lines.map((line) => [...line].length)) * size * 0.55
    const h = lines.length * size * 1.25
    const anchor = style.get('text-anchor') ?? 'start'
    const align = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left'
    const shift = anchor === 'middle' ? w / 2 : anchor === 'end' ? w : 0
    const angle = (Math.atan2(m.b, m.a) * 180) / Math.PI
    const turned = { a: m.a / scale, b: m.b / scale, c: m.c / scale, d: m.d / scale, e: 0, f: 0 }
    const base = transform(m, at)
    // The baseline is about four fifths below the top of a line.
    const toCentre = transform(turned, { x: w / 2 - shift, y: h / 2 - size })
    const family = style.get('font-family') ?? ''
    const fill = this.#getColor(element, style.get('fill') ?? 'black', style)
    if (fill === undefined) return this.#notes.take('invisible', element)
    this.#builder.addText({
      id: this.#createId(),
      x: base.x + toCentre.x - w / 2,
      y: base.y + toCentre.y - h / 2,
      w,
      h,
      angle,
      text: words,
      textSize: size,
      textColor: fill,
      font: /mono|courier|consol/i.test(family) ? 'mono' : 'sans',
      align,
      opacity: opacity * readShare(style.get('fill-opacity')),
      groups,
    })
  }

  #addImage(element: XmlElement, { m, opacity, groups }: Context): void {
    const source = element.attributes.get('href') ?? ''
    const box = { x: getNumber(element, 'x'), y: getNumber(element, 'y'), w: getNumber(element, 'width'), h: getNumber(element, 'height') } // prettier-ignore
    const placed = transformBox(m, box)
    if (!isOnBoard(m, getOutline(box, false))) return this.#notes.take('damaged', element)
    if (!source.startsWith('data:image/') || !placed || box.w <= 0 || box.h <= 0)
      return this.#notes.take('pictureMissing', element)
    this.#builder.addImage({ id: this.#createId(), ...placed, opacity, groups }, source.replaceAll(/\s/g, ''))
  }

  /** Undefined for what cannot be seen. */
  #getPaint(element: XmlElement, { m, style, opacity, groups }: Context): ElementStyle | undefined {
    const fill = this.#getColor(element, style.get('fill') ?? 'black', style)
    const stroke = this.#getColor(element, style.get('stroke') ?? 'none', style)
    if (fill === undefined && stroke === undefined) {
      this.#notes.take('invisible', element)
      return undefined
    }
    const [fillShare, strokeShare] = [
      readShare(style.get('fill-opacity')),
      readShare(style.get('stroke-opacity')),
    ]
    const share = fill === undefined ? strokeShare : fillShare
    if (fill !== undefined && stroke !== undefined && fillShare !== strokeShare)
      this.#notes.take('opacity', element)
    const dashes = (style.get('stroke-dasharray') ?? 'none').split(/[\s,]+/).map(Number)
    const isDashed = Number.isFinite(dashes[0]) && dashes[0]! > 0
    const width = readLength(style.get('stroke-width'), 1) * getScale(m)
    return {
      // Without an outline an area is drawn with a line in its own colour.
      color: stroke ?? fill,
      fill,
      strokeWidth: stroke === undefined ? 0.5 : width,
      dash: isDashed ? (dashes[0]! <= 2 * width ? 'dotted' : 'dashed') : 'solid',
      opacity: opacity * share,
      groups,
    }
  }

  #getColor(element: XmlElement, value: string, style: Style): string | undefined {
    const text =
      value === 'currentColor' || value === 'currentcolor' ? (style.get('color') ?? 'black') : value
    if (text === 'none' || text === 'transparent') return undefined
    const reference = /^url\(\s*['"]?#([^'")]{1,200})/.exec(text)?.[1]
    if (reference !== undefined) this.#notes.take('fillPattern', element)
    const css = reference === undefined ? text : (this.#gradients.get(reference) ?? 'gray')
    if (readColor(css)) return css
    this.#notes.take('color', element)
    return 'gray'
  }

  #createId(): string {
    this.#lastId += 1
    return `s${this.#lastId}`
  }
}

/** Whether points are where elements of a board can be. */
const isOnBoard = (m: Affine, points: readonly Vec[]): boolean =>
  points.every((point) => {
    const { x, y } = transform(m, point)
    return Math.abs(x) <= MAX_COORDINATE / 2 && Math.abs(y) <= MAX_COORDINATE / 2
  })

/** An opacity, 0 to 1. */
function readShare(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '1') / (text?.trim().endsWith('%') ? 100 : 1)
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1
}

/** The attribute of the element, or else of the first one inside that has it. */
function getNumber(element: XmlElement, name: string, inside?: XmlElement): number {
  const text = element.attributes.get(name) ?? inside?.attributes.get(name)
  return readLength(text?.trim().split(/[\s,]+/)[0], 0)
}

function readPoints(element: XmlElement): Vec[] {
  const numbers = (element.attributes.get('points') ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number)
  const points: Vec[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [x, y] = [numbers[i]!, numbers[i + 1]!]
    if (!Number.isFinite(x) || !Number.isFinite(y)) break
    points.push({ x, y })
  }
  return points
}

/** Words of a text; parts that have a position of their own in y are lines. */
function getWords(element: XmlElement): string {
  const clean = (text: string): string => text.replaceAll(/\s+/g, ' ')
  let words = clean(element.text)
  for (const child of element.children) {
    const isLine = child.attributes.has('y') || (child.attributes.get('dy') ?? '0') !== '0'
    words += `${isLine && words.trim() !== '' ? '\n' : ''}${getWords(child)}`
  }
  return words
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
}
