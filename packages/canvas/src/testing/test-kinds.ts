import { z } from 'zod'
import { structureSchemas } from '../document/kinds/index.ts'
import type { ShapeSchema } from '../document/model/schema.ts'

const Text = z.looseObject({ type: z.literal('doc') }).nullable()

const box: ShapeSchema = {
  kind: 'box',
  props: z.strictObject({ fill: z.string().max(20), tag: z.string().max(20).optional(), text: Text }),
  defaults: { fill: 'white', text: null },
  version: 1,
  migrations: [],
  facets: { element: true, bindable: true, text: true },
}

const arrow: ShapeSchema = {
  kind: 'arrow',
  props: z.strictObject({
    start: z.tuple([z.number(), z.number()]),
    end: z.tuple([z.number(), z.number()]),
  }),
  defaults: { start: [0, 0], end: [1, 1] },
  version: 1,
  migrations: [],
  facets: { element: true, connects: true },
  release(connector, end, view) {
    const binding = view
      .childIds(connector.id)
      .map((id) => view.get(id))
      .find((record) => record?.['end'] === end)
    const target = view.get(binding?.['target'] as string)
    return target ? { [end]: [target['x'], target['y']] } : {}
  },
}

const ink: ShapeSchema = {
  kind: 'ink',
  props: z.strictObject({}),
  defaults: {},
  version: 1,
  migrations: [],
  facets: { element: true, stroke: true },
}

const frame: ShapeSchema = {
  kind: 'frame',
  props: z.strictObject({ role: z.enum(['contributor', 'viewer']).nullable() }),
  defaults: { role: null },
  version: 1,
  migrations: [],
  facets: { element: true, container: 'frame', bindable: true },
}

/** Minimal kinds with all facets, for document tests that are independent of the shapes. */
export const testSchemas: readonly ShapeSchema[] = [...structureSchemas, box, arrow, ink, frame]

/** Geometry for test elements. */
export const at = { x: 0, y: 0, w: 10, h: 10, r: 0 } as const
