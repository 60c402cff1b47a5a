import type { DocumentView, RecordId } from '../document/record.ts'
import { chainOf } from '../document/rules.ts'
import type { Past } from './past.ts'

/** For every edit of a past the frames that it touched, or touched something in. */
export function framesOf(past: Past): ReadonlyMap<number, ReadonlySet<RecordId>> {
  const frames = new Map<number, ReadonlySet<RecordId>>()
  const at = past.seq
  past.go(past.start.seq)
  past.walk(past.head, {
    step({ edit, before }) {
      const touched = new Set<RecordId>()
      for (const [id, was] of before) {
        note(past, past.state, id, touched)
        if (!was) continue
        if (isFrame(past, was.record.kind)) touched.add(id)
        if (was.record.parent !== null) note(past, past.state, was.record.parent, touched)
      }
      frames.set(edit.seq, touched)
    },
    migrated: () => undefined,
  })
  past.go(at)
  return frames
}

function note(past: Past, state: DocumentView, id: RecordId, into: Set<RecordId>): void {
  for (const record of chainOf(state, id)) if (isFrame(past, record.kind)) into.add(record.id)
}

function isFrame(past: Past, kind: string): boolean {
  return past.kinds.get(kind)?.container === 'frame'
}
