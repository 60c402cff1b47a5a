/**
 * Time to route elbow connectors again after the shapes at their ends have moved, as in a frame of a drag.
 *   node run.ts [--connectors 500] [--rounds 60]
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createExportView } from '../../packages/canvas/src/export/export-view.ts'
import { getBinding, getDocument, getElement, shapesByKind } from '../../packages/canvas/src/shapes/testing/records.ts'
import { halfWidths } from '../../packages/canvas/src/text/testing.ts'
import { getRoute } from '../../packages/canvas/src/shapes/connector/route.ts'
import type { ConnectorRecord } from '../../packages/canvas/src/shapes/connector/schema.ts'
import { seededRandom } from '../../packages/canvas/src/testing/random.ts'

const { values } = parseArgs({
  options: {
    connectors: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '60' },
  },
})
const count = Number(values.connectors)
const rounds = Number(values.rounds)
const frameMs = 1000 / 60

/** `hub`: one shape at which all connectors start is dragged; `pairs`: all shapes are, each with its own connector. */
const scenes = ['hub', 'pairs'] as const
const kinds = ['rect', 'ellipse', 'diamond'] as const
const warmUp = 20

for (const scene of scenes) {
  const times: number[] = []
  const { connectors, getFrame } = makeScene(scene)
  let corners = 0
  for (let round = -warmUp; round < rounds; round++) {
    const view = getFrame(round)
    // Some kernels count a thread's processor time in steps of 4 ms, so this needs a quiet machine.
    const start = performance.now()
    for (const connector of connectors) corners += getRoute(connector, view).points.length
    if (round >= 0) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): string => times[Math.floor((times.length - 1) * share)]!.toFixed(2)
  console.log(
    `${scene}: ${count} connectors, ${Math.round(corners / (rounds + warmUp))} points a frame; ` +
      `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms; a frame has ${frameMs.toFixed(1)} ms`,
  )
}
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`)

function makeScene(scene: (typeof scenes)[number]) {
  const random = seededRandom(1)
  const place = (range: number) => Math.round(random() * range)
  const targets = Array.from({ length: count + 1 }, (_, i) =>
    getElement(kinds[i % kinds.length]!, {
      id: `s${i}`,
      x: place(6000),
      y: place(4000),
      w: 60 + place(140),
      h: 40 + place(100),
      r: i % 7 === 0 ? 30 : 0,
    }),
  )
  const connectors = Array.from({ length: count }, (_, i) =>
    getElement('connector', { id: `c${i}`, x: 0, y: 0, w: 10, h: 10, routing: 'elbow' }),
  ) as ConnectorRecord[]
  const sides = [0, 0.5, 1] as const
  const bindings = connectors.flatMap(({ id }, i) => [
    getBinding(id, 'start', scene === 'hub' ? 's0' : `s${i}`, sides[i % 3], 0.5),
    getBinding(id, 'end', `s${i + 1}`, 0.5, sides[place(2)]),
  ])
  const byRecord = Map.groupBy(
    bindings.flatMap(({ id, parent, target }) => [
      { id, of: String(parent) },
      { id, of: String(target) },
    ]),
    ({ of }) => of,
  )
  /** The board after the dragged shapes have moved once more. */
  const getFrame = (round: number) => {
    const moved = targets.map((target, i) =>
      scene === 'hub' && i > 0 ? target : { ...target, x: target.x + round * 11, y: target.y + round * 7 },
    )
    const document = {
      ...getDocument([...moved, ...connectors, ...bindings]),
      getBindings: (id: string) => byRecord.get(id)?.map((binding) => binding.id) ?? [],
    }
    return createExportView(document, shapesByKind, halfWidths)
  }
  return { connectors, getFrame }
}
