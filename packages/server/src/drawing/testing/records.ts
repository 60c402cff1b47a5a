import { type BoardRecord, shapesByKind } from '@tavla/canvas/svg'

/** A record as stored in the journal, small and at the origin by default. */
export function getRecord(kind: string, id: string, over: Readonly<Record<string, unknown>>): BoardRecord {
  const base = { id, kind, parent: 'page', z: 'a', by: 'u', made: 1, x: 0, y: 0, w: 120, h: 80, r: 0 }
  return { ...base, ...shapesByKind.get(kind)?.schema.defaults, ...over }
}
