import { getAssetUrlsByImport } from '@tldraw/assets/imports.vite'
import { createRoot } from 'react-dom/client'
import { AssetRecordType, createShapeId, Tldraw, toRichText, type Editor, type TLShapePartial } from 'tldraw'
import 'tldraw/tldraw.css'
import { getPictures } from '../../src/pictures.ts'
import { installRecorder } from '../../src/recorder.ts'
import { makeScene, type SceneElement } from '../../src/scene.ts'

installRecorder('elements')

const colors = ['light-blue', 'light-green', 'yellow', 'light-red', 'light-violet', 'orange'] as const
let editor: Editor
// Keeps only what is needed later, so that the scene does not count as memory of the page.
let elementCount = 0
let hero: SceneElement
let shapes: TLShapePartial[] = []
let bindings: Parameters<Editor['createBindings']>[0] = []

function createShape(element: SceneElement, frames: ReadonlyMap<string, SceneElement>): TLShapePartial {
  const frame = element.frame === undefined ? undefined : frames.get(element.frame)
  const base = {
    id: createShapeId(element.id),
    x: element.x - (frame?.x ?? 0),
    y: element.y - (frame?.y ?? 0),
    ...(frame && { parentId: createShapeId(frame.id) }),
  }
  const color = colors[element.color]!
  if (element.type === 'stroke') {
    const points = element.points!.map(([x, y]) => ({ x, y, z: 0.5 }))
    const segments = [{ type: 'free' as const, points }]
    return { ...base, type: 'draw', props: strokeProps(segments) }
  }
  if (element.type === 'text')
    return { ...base, type: 'text', props: { richText: toRichText(element.text!), size: 's' } }
  if (element.type === 'note')
    return {
      ...base,
      type: 'note',
      props: { richText: toRichText(element.text!), color, size: 's', scale: 0.3 },
    }
  if (element.type === 'frame')
    return { ...base, type: 'frame', props: { w: element.w, h: element.h, name: element.text! } }
  if (element.type === 'image') {
    const assetId = AssetRecordType.createId(`picture${element.picture}`)
    return { ...base, type: 'image', props: { w: element.w, h: element.h, assetId } }
  }
  if (element.type === 'arrow') {
    const [start, end] = [element.points![0]!, element.points!.at(-1)!]
    return {
      ...base,
      type: 'arrow',
      props: {
        start: { x: start[0], y: start[1] },
        end: { x: end[0], y: end[1] },
        size: 's',
        ...(element.isElbow ? { kind: 'elbow' as const } : {}),
        ...(element.text ? { richText: toRichText(element.text) } : {}),
      },
    }
  }
  return {
    ...base,
    type: 'geo',
    props: {
      w: element.w,
      h: element.h,
      geo: element.type === 'ellipse' ? 'ellipse' : 'rectangle',
      color,
      fill: 'solid',
      size: 's',
      richText: toRichText(element.text!),
    },
  }
}

/** Newer versions store packed points; the editor's helper for it exists only there. */
function strokeProps(
  segments: readonly { type: 'free'; points: { x: number; y: number; z: number }[] }[],
): object {
  const pack = (window as unknown as { packPoints?: (points: object[]) => string }).packPoints
  if (!pack) return { segments, isComplete: true, size: 's' }
  return {
    segments: segments.map(({ type, points }) => ({ type, path: pack(points) })),
    isComplete: true,
    size: 's',
  }
}

window.adapter = {
  async convert(name, count) {
    const scene = makeScene(name, count)
    elementCount = scene.elements.length
    hero = scene.hero
    const tldraw = (await import('tldraw')) as unknown as Record<
      string,
      { encodePoints?: (points: object[]) => string } | undefined
    >
    const codec = tldraw['b64Vecs']
    if (codec?.encodePoints)
      (window as unknown as { packPoints: unknown }).packPoints = (points: object[]) =>
        codec.encodePoints!(points)
    const pictures = getPictures(scene.name)
    for (let i = 0; pictures && i < pictures.count; i++)
      editor.createAssets([
        {
          id: AssetRecordType.createId(`picture${i}`),
          type: 'image' as const,
          typeName: 'asset' as const,
          meta: {},
          props: {
            name: `${i}.${pictures.type.slice('image/'.length)}`,
            src: await pictures.read(i),
            w: pictures.width,
            h: pictures.height,
            mimeType: pictures.type,
            isAnimated: false,
          },
        },
      ])
    const frames = new Map(scene.elements.filter(({ type }) => type === 'frame').map((one) => [one.id, one]))
    shapes = [...scene.elements, scene.hero].map((one) => createShape(one, frames))
    bindings = scene.elements.flatMap((element) =>
      (['from', 'to'] as const).flatMap((end) =>
        element.type === 'arrow' && element[end]
          ? [
              {
                type: 'arrow' as const,
                fromId: createShapeId(element.id),
                toId: createShapeId(element[end]),
                props: {
                  terminal: end === 'from' ? ('start' as const) : ('end' as const),
                  normalizedAnchor: { x: 0.5, y: 0.5 },
                  isExact: false,
                  isPrecise: false,
                },
              },
            ]
          : [],
      ),
    )
  },
  async open() {
    editor.run(
      () => {
        editor.createShapes(shapes)
        editor.createBindings(bindings)
      },
      { history: 'ignore' },
    )
    shapes = []
    bindings = []
  },
  reset() {
    const { x, y, w, h } = hero
    editor.setCamera({ x: innerWidth / 2 - x - w / 2, y: innerHeight / 2 - y - h / 2, z: 1 })
  },
  fit: () => void editor.zoomToFit(),
  zoom: () => editor.getZoomLevel(),
  tool: (name) => void editor.setCurrentTool(name),
  count: () => editor.getCurrentPageShapeIds().size,
  countElements: () => elementCount,
  selectedCount: () => editor.getSelectedShapeIds().length,
  heroX: () => editor.getShape(createShapeId('hero'))?.x ?? NaN,
  completeness: () => null,
}

createRoot(document.getElementById('root')!).render(
  <div style={{ position: 'fixed', inset: 0 }}>
    <Tldraw
      assetUrls={getAssetUrlsByImport()}
      options={{ maxShapesPerPage: 1_000_000 }}
      onMount={(mounted) => {
        editor = mounted
        document.body.dataset.ready = 'yes'
      }}
    />
  </div>,
)
