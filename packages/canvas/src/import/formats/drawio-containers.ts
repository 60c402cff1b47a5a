import { getColor, type Style, toNumber } from './drawio-styles.ts'
import type { NewBox, SceneBuilder } from './scene-builder.ts'

const getName = (style: Style): string => style.get('shape') ?? style.get('name') ?? ''
const titled: ReadonlySet<string> = new Set(['swimlane', 'table', 'umlFrame'])

/** Containers whose colour fills only the part with their title. */
export const isTitled = (style: Style): boolean => titled.has(getName(style))
export const isLifeline = (style: Style): boolean => getName(style) === 'umlLifeline'

/** The area of a container, and on it the part with its title. */
export function drawTitled(builder: SceneBuilder, style: Style, box: NewBox): void {
  const groups = [`${box.id} title`, ...(box.groups ?? [])]
  const isRound = style.get('rounded') === '1'
  const area = getColor(style.get('swimlaneFillColor')) ?? 'transparent'
  builder.addBox({ ...box, groups, isRound, text: '', fill: area })
  builder.addBox({ ...box, ...getTitleBox(style, box), groups, isRound, id: `${box.id} title`, link: null })
}

function getTitleBox(style: Style, { x, y, w, h }: NewBox): Partial<NewBox> {
  if (getName(style) === 'umlFrame') {
    const [width, height] = [toNumber(style.get('width'), 60), toNumber(style.get('height'), 30)]
    return { w: Math.min(w, width), h: Math.min(h, height) }
  }
  const size = toNumber(style.get('startSize'), 23)
  if (style.get('horizontal') !== '0') return { h: Math.min(h, size) }
  // At the left side, its text from bottom to top.
  const height = Math.min(w, size)
  return { x: x + (height - h) / 2, y: y + (h - height) / 2, w: h, h: height, angle: -90 }
}

/** A participant of a sequence diagram, and its dashed line down. */
export function drawLifeline(builder: SceneBuilder, style: Style, box: NewBox): void {
  const { id, x, y, w, h } = box
  const head = Math.min(h, toNumber(style.get('size'), 40))
  const groups = [`${id} line`, ...(box.groups ?? [])]
  const participant = style.get('participant')
  const isBox = participant === undefined || participant === 'label'
  const form = participant === 'umlActor' ? 'person' : undefined
  const figure = { ...box, groups, h: head, text: isBox ? box.text : '', isRound: false }
  const type = form ? 'figure' : isBox ? 'rectangle' : 'ellipse'
  builder.addBox({ ...figure, type, form })
  if (!isBox && box.text !== '')
    builder.addText({ ...box, groups, id: `${id} label`, y: y + head + 2, h: 15, align: 'center' })
  const centre = x + w / 2
  const points = [
    { x: centre, y: y + head },
    { x: centre, y: y + h },
  ]
  builder.addLine({ ...box, id: `${id} line`, groups, points, dash: 'dashed', fill: undefined })
}
