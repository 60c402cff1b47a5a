import { convertToExcalidrawElements, Excalidraw } from '@excalidraw/excalidraw'
import '@excalidraw/excalidraw/index.css'
import { createRoot } from 'react-dom/client'
import { getPictures } from '../../src/pictures.ts'
import { installRecorder } from '../../src/recorder.ts'
import { makeScene, type SceneElement } from '../../src/scene.ts'

declare global {
  interface Window {
    EXCALIDRAW_ASSET_PATH: string
  }
}

installRecorder('canvas')
window.EXCALIDRAW_ASSET_PATH = '/'

// The library's types change between patch versions, so only the used parts are declared.
type Api = Record<string, (...args: unknown[]) => unknown>
type Loose = Record<string, unknown>

const colors = ['#a5d8ff', '#b2f2bb', '#ffec99', '#ffc9c9', '#d0bfff', '#eebefa']
let api: Api
let elements: Loose[] = []
// Keeps only what is needed later, so that the scene does not count as memory of the page.
let elementCount = 0
let hero: SceneElement

/** The converter passes freehand strokes through unchanged, so all base fields are required. */
function stroke(sceneElement: SceneElement, index: number): Loose {
  return {
    id: sceneElement.id,
    type: 'freedraw',
    x: sceneElement.x,
    y: sceneElement.y,
    width: sceneElement.w,
    height: sceneElement.h,
    angle: 0,
    strokeColor: '#1e1e1e',
    backgroundColor: 'transparent',
    fillStyle: 'solid',
    strokeWidth: 1,
    strokeStyle: 'solid',
    roughness: 1,
    opacity: 100,
    groupIds: [],
    frameId: null,
    roundness: null,
    seed: index + 1,
    version: 1,
    versionNonce: index + 1,
    isDeleted: false,
    boundElements: null,
    updated: 1,
    link: null,
    locked: false,
    points: sceneElement.points,
    pressures: [],
    simulatePressure: true,
    lastCommittedPoint: null,
  }
}

function element(sceneElement: SceneElement, index: number, inFrames: ReadonlyMap<string, string[]>): Loose {
  const base = { id: sceneElement.id, x: sceneElement.x, y: sceneElement.y, width: sceneElement.w, height: sceneElement.h }
  if (sceneElement.type === 'frame')
    return { type: 'frame', ...base, name: sceneElement.text, children: inFrames.get(sceneElement.id) ?? [] }
  if (sceneElement.type === 'stroke') return stroke(sceneElement, index)
  if (sceneElement.type === 'text') return { type: 'text', ...base, text: sceneElement.text, fontSize: 16 }
  if (sceneElement.type === 'image')
    return { type: 'image', ...base, fileId: `picture${sceneElement.picture}`, status: 'saved' }
  if (sceneElement.type === 'arrow') {
    return {
      type: 'arrow',
      ...base,
      points: sceneElement.points,
      ...(sceneElement.isElbow ? { elbowed: true } : {}),
      ...(sceneElement.text ? { label: { text: sceneElement.text, fontSize: 12 } } : {}),
      ...(sceneElement.from ? { start: { id: sceneElement.from } } : {}),
      ...(sceneElement.to ? { end: { id: sceneElement.to } } : {}),
    }
  }
  const type = sceneElement.type === 'ellipse' ? 'ellipse' : 'rectangle'
  const fill = {
    backgroundColor: colors[sceneElement.color],
    fillStyle: sceneElement.type === 'note' ? 'solid' : 'hachure',
  }
  return { type, ...base, ...fill, label: { text: sceneElement.text, fontSize: 12 } }
}

window.adapter = {
  async convert(name, count) {
    const scene = makeScene(name, count)
    elementCount = scene.elements.length
    hero = scene.hero
    const inFrames = new Map<string, string[]>()
    for (const { id, frame } of scene.elements)
      if (frame !== undefined) inFrames.set(frame, [...(inFrames.get(frame) ?? []), id])
    elements = convertToExcalidrawElements(
      [...scene.elements, scene.hero].map((one, i) => element(one, i, inFrames)) as never,
      { regenerateIds: false },
    ) as unknown as Loose[]
    const pictures = getPictures(scene.name)
    for (let i = 0; pictures && i < pictures.count; i++)
      api['addFiles']!([
        { id: `picture${i}`, mimeType: pictures.type, dataURL: await pictures.read(i), created: 1 },
      ])
  },
  async open() {
    api['updateScene']!({ elements, captureUpdate: 'NEVER' })
    elements = []
  },
  reset() {
    const zoom = 1
    api['updateScene']!({
      appState: {
        zoom: { value: zoom },
        scrollX: innerWidth / 2 - hero.x - hero.w / 2,
        scrollY: innerHeight / 2 - hero.y - hero.h / 2,
      },
    })
  },
  fit() {
    api['scrollToContent']!(undefined, { fitToViewport: true, viewportZoomFactor: 0.9, animate: false })
  },
  zoom: () => (api['getAppState']!() as { zoom: { value: number } }).zoom.value,
  tool(name) {
    api['setActiveTool']!({ type: name === 'draw' ? 'freedraw' : 'selection' })
  },
  count: () => (api['getSceneElements']!() as unknown[]).length,
  countElements: () => elementCount,
  selectedCount: () =>
    Object.keys((api['getAppState']!() as { selectedElementIds: object }).selectedElementIds).length,
  heroX: () =>
    (api['getSceneElements']!() as { id: string; x: number }[]).find(({ id }) => id === 'hero')?.x ?? NaN,
  completeness: () => null,
}

createRoot(document.getElementById('root')!).render(
  <Excalidraw
    excalidrawAPI={(given: unknown) => {
      api = given as Api
      document.body.dataset.ready = 'yes'
    }}
  />,
)
