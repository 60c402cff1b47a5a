import { MAX_COORDINATE, MAX_SIDE } from '../../document/model/limits.ts'
import { isLinkUrl } from '../../document/text/rich-text.ts'
import { getRotatedBounds, containsPoint, getCentre } from '../../geometry/box.ts'
import type { Box, RotatedBox } from '../../geometry/box.ts'
import type { ShapeSchema } from '../../shape.ts'
import { shapeSchemas } from '../../shapes/schemas.ts'
import type { NoteCounter } from '../notes.ts'
import { boxDraft, boxGeometry, embeddedDraft, frameDraft, imageDraft, isFixed, noteDraft } from './boxes.ts'
import type { Draft } from './element-draft.ts'
import { getKind } from './element.ts'
import type { ForeignElement } from './element.ts'
import { connectorDraft, formerStrokeDraft, lineDraft, strokeDraft } from './line-drafts.ts'
import { readImage } from './data-url.ts'
import type { ForeignImage } from './data-url.ts'
import type { ForeignScene } from './read.ts'
import { textDraft } from './text-draft.ts'

/** The converted elements, before they are arranged in a tree. */
export interface Drafts {
  readonly drafts: readonly Draft[]
  /** Ids of texts that became labels, with the ids of their containers. */
  readonly labelled: ReadonlyMap<string, string>
  /** Elements by the texts that became their labels. */
  readonly labels: ReadonlyMap<object, ForeignElement>
  /** Images in use, by the file's ids. */
  readonly images: ReadonlyMap<string, ForeignImage>
}

/** One draft per visible element, in stacking order. */
export function getDrafts(scene: ForeignScene, notes: NoteCounter): Drafts {
  const labels = getLabels(scene.elements)
  const taken = new Set(labels.values())
  const images = new Map<string, ForeignImage>()
  const painted: Box[] = []
  const drafts: Draft[] = []
  for (const element of scene.elements) {
    if (taken.has(element)) continue
    const draft = getDraft(element, { label: labels.get(element), scene, images, painted, notes })
    const valid = draft && checked(draft, notes)
    if (valid === undefined) continue
    drafts.push(valid)
    if (isFixedArea(valid)) painted.push(getBounds(valid))
  }
  const labelled = new Map([...labels].map(([container, label]) => [label.id, container.id]))
  const containers = new Map([...labels].map(([container, label]) => [label, container]))
  return { drafts, labelled, labels: containers, images }
}

const labelledKinds: ReadonlySet<string> = new Set([
  'rectangle',
  'ellipse',
  'diamond',
  'figure',
  'note',
  'arrow',
])

/** The bound text of each element, the first one if there are several. It is drawn together with its container. */
function getLabels(elements: readonly ForeignElement[]): Map<ForeignElement, ForeignElement> {
  const containers = new Map<string, ForeignElement>()
  for (const element of elements) {
    if (labelledKinds.has(element.type) && !containers.has(element.id)) containers.set(element.id, element)
  }
  const labels = new Map<ForeignElement, ForeignElement>()
  for (const element of elements) {
    if (element.type !== 'text' || element.containerId === null) continue
    const container = containers.get(element.containerId)
    if (container !== undefined && !labels.has(container)) labels.set(container, element)
  }
  return labels
}

interface ImportContext {
  readonly label: ForeignElement | undefined
  readonly scene: ForeignScene
  readonly images: Map<string, ForeignImage>
  /** Areas below with a fixed colour. */
  readonly painted: readonly Box[]
  readonly notes: NoteCounter
}

function getDraft(element: ForeignElement, around: ImportContext): Draft | undefined {
  const draft = getUnlinkedDraft(element, around)
  const { link } = element
  // The link of a text, and of an embedded page, is in its words.
  if (!draft || link === null || linkedTexts.has(getKind(element))) return draft
  if (isLinkUrl(link)) return { ...draft, fields: { ...draft.fields, link } }
  around.notes.take('link', element)
  return draft
}

const linkedTexts: ReadonlySet<string> = new Set(['text', 'embeddable'])

function getUnlinkedDraft(element: ForeignElement, around: ImportContext): Draft | undefined {
  const { label, notes } = around
  switch (getKind(element)) {
    case 'arrow':
      return connectorDraft(element, label, notes)
    case 'line':
      return lineDraft(element, notes)
    case 'draw':
      return formerStrokeDraft(element, notes)
    case 'freedraw':
      return strokeDraft(element, notes)
    default:
      return areaDraft(element, around)
  }
}

function areaDraft(element: ForeignElement, around: ImportContext): Draft | undefined {
  const { label, painted, notes } = around
  const geometry = boxGeometry(element)
  if (geometry === undefined) {
    notes.take('invisible', element)
    return undefined
  }
  switch (getKind(element)) {
    case 'rectangle':
    case 'ellipse':
    case 'diamond':
    case 'figure':
      return boxDraft(element, geometry, label, notes)
    case 'note':
      return noteDraft(element, geometry, label, notes)
    case 'text':
      return textDraft(element, geometry, isOnPaint(element, painted), notes)
    case 'image':
      return draftImage(element, geometry, around)
    case 'frame':
      return frameDraft(element, geometry)
    case 'embeddable':
      return embeddedDraft(element, geometry, notes)
    default:
      notes.take('unknownKind', element)
      return undefined
  }
}

function draftImage(
  element: ForeignElement,
  geometry: Draft['fields'],
  around: ImportContext,
): Draft | undefined {
  const { scene, images, notes } = around
  const id = element.fileId ?? ''
  const image = images.get(id) ?? readImage(scene.files.get(id) ?? '')
  if (image === undefined) {
    notes.take('pictureMissing', element)
    return undefined
  }
  images.set(id, image)
  return imageDraft(element, geometry, notes)
}

const schemas: ReadonlyMap<string, ShapeSchema> = new Map(shapeSchemas.map((schema) => [schema.kind, schema]))

/** The schema of a draft's kind; drafts are always of drawn kinds. */
export function getSchema(draft: Draft): ShapeSchema {
  return schemas.get(draft.kind)!
}

function getBox(draft: Draft): RotatedBox {
  return draft.fields as unknown as RotatedBox
}

/** Bounds of the rotated box on the page. */
export function getBounds(draft: Draft): Box {
  const box = getBox(draft)
  return getRotatedBounds(box, box.r)
}

function isFixedArea(draft: Draft): boolean {
  const { fill, fillStyle } = draft.fields
  return (
    getSchema(draft).facets.text === true && isFixed({ fill: String(fill), fillStyle: String(fillStyle) })
  )
}

/** Maximum areas compared per text, topmost first, so that a malicious file cannot cause quadratic work. */
const areasAsked = 500

/** Whether the text is on top of such an area. */
function isOnPaint(text: ForeignElement, painted: readonly Box[]): boolean {
  const middle = getCentre({ x: text.x, y: text.y, w: text.width, h: text.height })
  return painted.slice(-areasAsked).some((box) => containsPoint(box, middle))
}

function isPlaced(draft: Draft): boolean {
  const { x, y, w, h, r } = getBox(draft)
  const isNear = [x, y, x + w, y + h].every((value) => Math.abs(value) <= MAX_COORDINATE)
  return isNear && w <= MAX_SIDE && h <= MAX_SIDE && Number.isFinite(r)
}

/** Validates a draft against its schema; an invalid one is reported as damaged. */
function checked(draft: Draft, notes: NoteCounter): Draft | undefined {
  const schema = getSchema(draft)
  const { x, y, w, h, r, link, ...props } = draft.fields
  const complete = { ...schema.defaults, ...props }
  if (isPlaced(draft) && schema.props.safeParse(complete).success) {
    return { ...draft, fields: { x, y, w, h, r, ...complete, ...(link === undefined ? {} : { link }) } }
  }
  notes.take('damaged', draft.source)
  return undefined
}
