import { richTextFromPlain } from '../../document/text/rich-text.ts'
import type { NoteCounter } from '../notes.ts'
import type { Draft } from './element-draft.ts'
import type { ForeignElement } from './element.ts'
import { getCornerRadius, getDegrees, getFillStyle, isRound, getLineStyle, getOpacity } from './read-style.ts'
import { getRichText, readTextStyle, getVertical } from './text-draft.ts'

const boxKinds: ReadonlyMap<string, 'rect' | 'ellipse' | 'diamond' | 'figure'> = new Map([
  ['rectangle', 'rect'],
  ['ellipse', 'ellipse'],
  ['diamond', 'diamond'],
  ['figure', 'figure'],
])

/** The unrotated box; old files can have negative sizes. Undefined if both sides are zero. */
export function boxGeometry(element: ForeignElement): Draft['fields'] | undefined {
  const { x, y, width, height } = element
  if (width === 0 && height === 0) return undefined
  return {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    w: Math.abs(width),
    h: Math.abs(height),
    r: getDegrees(element.angle),
  }
}

/** A rectangle, ellipse or diamond with its bound text. */
export function boxDraft(
  element: ForeignElement,
  geometry: Draft['fields'],
  label: ForeignElement | undefined,
  notes: NoteCounter,
): Draft {
  const kind = boxKinds.get(element.type)!
  const fill = getFillStyle(element, notes)
  const line = getLineStyle(element, notes)
  if (kind === 'diamond' && isRound(element)) notes.take('roundedDiamond', element)
  const text = label ? getRichText(label, label.link, notes) : null
  return {
    source: element,
    kind,
    fields: {
      ...geometry,
      ...line,
      ...fill,
      ...(label && { ...readTextStyle(label, isFixed(fill), notes), vertical: getVertical(label) }),
      ...(kind === 'figure' && { form: element.form }),
      ...(kind === 'rect' && { radius: getCornerRadius(element) }),
      text,
    },
  }
}

/** A sticky note, whose text is fitted to it. */
export function noteDraft(
  element: ForeignElement,
  geometry: Draft['fields'],
  label: ForeignElement | undefined,
  notes: NoteCounter,
): Draft {
  const { fill } = getFillStyle(element, notes)
  return {
    source: element,
    kind: 'sticky',
    fields: {
      ...geometry,
      opacity: getOpacity(element, notes),
      fill: fill === 'none' ? 'yellow' : fill,
      ...(label && { ...readTextStyle(label, fill !== 'none', notes), vertical: getVertical(label) }),
      text: label ? getRichText(label, label.link, notes) : null,
    },
  }
}

/** Whether the fill is opaque and independent of the theme. */
export function isFixed(fill: { readonly fill: string; readonly fillStyle: string }): boolean {
  return fill.fill.startsWith('#') && fill.fillStyle === 'solid'
}

/** An embedded web page becomes a box with its URL. */
export function embeddedDraft(element: ForeignElement, geometry: Draft['fields'], notes: NoteCounter): Draft {
  notes.take('embedded', element)
  const address = element.link?.slice(0, 2000) ?? ''
  const label = { ...element, originalText: null, text: address, fontFamily: 2 }
  return {
    source: element,
    kind: 'rect',
    fields: {
      ...geometry,
      ...getLineStyle(element, notes),
      ...getFillStyle(element, notes),
      font: 'sans',
      text: address === '' ? richTextFromPlain('…') : getRichText(label, element.link, notes),
    },
  }
}

/** Frames of the format are transparent and never rotated. */
export function frameDraft(element: ForeignElement, geometry: Draft['fields']): Draft {
  const title = (element.name ?? '').toWellFormed().slice(0, 200).toWellFormed()
  return { source: element, kind: 'frame', fields: { ...geometry, r: 0, title, fill: 'none' } }
}

function share(part: number, whole: number): number {
  return Math.min(1, Math.max(0, part / whole))
}

/** An image without its file id, which is set after the upload. */
export function imageDraft(element: ForeignElement, geometry: Draft['fields'], notes: NoteCounter): Draft {
  const { crop } = element
  return {
    source: element,
    kind: 'image',
    fields: {
      ...geometry,
      opacity: getOpacity(element, notes),
      crop: crop && {
        x: share(crop.x, crop.naturalWidth),
        y: share(crop.y, crop.naturalHeight),
        w: share(crop.width, crop.naturalWidth),
        h: share(crop.height, crop.naturalHeight),
      },
      flipX: element.scale[0] < 0,
      flipY: element.scale[1] < 0,
      radius: isRound(element) ? getCornerRadius(element) : 0,
    },
  }
}
