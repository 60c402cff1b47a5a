import { b64Vecs } from '@tldraw/tlschema'
import type { SceneElement } from '../../../board/src/scene.ts'

const words = (text: string): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) }],
})
const colors = ['light-blue', 'light-green', 'yellow', 'light-red', 'light-violet', 'orange'] as const

const base = (id: string, type: string, x: number, y: number, index: string): object => ({
  id,
  typeName: 'shape',
  type,
  x,
  y,
  rotation: 0,
  index,
  parentId: 'page:page',
  isLocked: false,
  opacity: 1,
  meta: {},
})

const text = { color: 'black', labelColor: 'black', size: 's', font: 'draw' }

/** A rectangle with all properties of tldraw's shape. */
export function geo(id: string, x: number, y: number, w: number, h: number, says = '', index = 'a1', fill = 0): object {
  return {
    ...base(id, 'geo', x, y, index),
    props: {
      ...text,
      geo: 'rectangle',
      dash: 'draw',
      url: '',
      w,
      h,
      growY: 0,
      scale: 1,
      flipX: false,
      flipY: false,
      color: colors[fill] ?? 'black',
      fill: 'solid',
      align: 'middle',
      verticalAlign: 'middle',
      richText: words(says),
    },
  }
}

/** An element of the neutral scene as tldraw record. */
export function createRecord(element: SceneElement, index: string): object {
  const { x, y } = element
  const id = `shape:${element.id}`
  const says = words(element.text ?? '')
  switch (element.type) {
    case 'stroke': {
      const points = element.points!.map(([px, py]) => ({ x: px, y: py, z: 0.5 }))
      return {
        ...base(id, 'draw', x, y, index),
        props: {
          color: 'black',
          fill: 'none',
          dash: 'draw',
          size: 's',
          segments: [{ type: 'free', path: b64Vecs.encodePoints(points) }],
          isComplete: true,
          isClosed: false,
          isPen: false,
          scale: 1,
          scaleX: 1,
          scaleY: 1,
        },
      }
    }
    case 'note':
      return {
        ...base(id, 'note', x, y, index),
        props: {
          ...text,
          color: colors[element.color],
          fontSizeAdjustment: null,
          align: 'middle',
          verticalAlign: 'middle',
          growY: 0,
          url: '',
          richText: says,
          scale: 0.3,
          textLastEditedBy: null,
        },
      }
    case 'arrow': {
      const [start, end] = [element.points![0]!, element.points!.at(-1)!]
      return {
        ...base(id, 'arrow', x, y, index),
        props: {
          ...text,
          kind: 'arc',
          fill: 'none',
          dash: 'draw',
          arrowheadStart: 'none',
          arrowheadEnd: 'arrow',
          start: { x: start[0], y: start[1] },
          end: { x: end[0], y: end[1] },
          bend: 0,
          richText: words(''),
          labelPosition: 0.5,
          scale: 1,
          elbowMidPoint: 0.5,
        },
      }
    }
    case 'text':
      return {
        ...base(id, 'text', x, y, index),
        props: {
          color: 'black',
          size: 's',
          font: 'draw',
          textAlign: 'start',
          w: element.w,
          richText: says,
          scale: 1,
          autoSize: true,
        },
      }
    default: {
      const record = geo(id, x, y, element.w, element.h, element.text, index, element.color) as { props: object }
      return element.type === 'ellipse' ? { ...record, props: { ...record.props, geo: 'ellipse' } } : record
    }
  }
}
