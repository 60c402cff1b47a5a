import { type BoardRecord, shapesByKind } from '@tavla/canvas/svg'

/** A record as the journal would hold it, small and at the origin where nothing else is said. */
export function getRecord(kind: string, id: string, over: Readonly<Record<string, unknown>>): BoardRecord {
  const base = { id, kind, parent: 'page', z: 'a', by: 'u', made: 1, x: 0, y: 0, w: 120, h: 80, r: 0 }
  return { ...base, ...shapesByKind.get(kind)?.schema.defaults, ...over }
}
