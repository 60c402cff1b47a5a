import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core'
import type { Change } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import { getColour } from '../../people.ts'
import { throttle, type Clock } from '../clock.ts'
import type { DrawnDocument } from './drawn-document.ts'
import type { RemoteOverlay, LaserTrail } from './overlay.ts'
import type { Person, PresencePort, PresenceState, TextCaret } from '../board-ports.ts'

/** Interval of presence updates. */
const showEveryMs = 50
/** Maximum selected ids to send. */
const shownSelection = 100
/** A preview without updates for this long is removed, because its tab may be gone. */
const staleMs = 8_000
/** How long a preview stays after its gesture ends, because the resulting edit may arrive later. */
const lingerMs = 400
/** Laser trails fade within this time. */
export const trailMs = 900
/** Value of `tool` while the laser pointer is on. */
export const laserOnTool = 'laser.on'

export interface PresenceParts {
  readonly port: PresencePort
  readonly drawn: DrawnDocument
  readonly clock: Clock
  readonly page: ReadonlySignal<RecordId | null>
  readonly cursor: ReadonlySignal<Vec | null>
  readonly view: ReadonlySignal<Box>
  readonly selection: ReadonlySignal<readonly RecordId[]>
  readonly tool: ReadonlySignal<string>
  readonly caret: ReadonlySignal<TextCaret | null>
}

export interface Presence {
  /** Other users on the current page. */
  readonly others: ReadonlySignal<readonly RemoteOverlay[]>
  readonly trails: ReadonlySignal<readonly LaserTrail[]>
  share(changes: (() => readonly Change[]) | null): void
  laser(on: boolean): void
  dispose(): void
}

/** Sends this tab's presence and gesture previews, and shows those of other users. */
export function createPresence(parts: PresenceParts): Presence {
  const { port, clock } = parts
  const isLaserOn = signal(false)
  const trails = signal<readonly LaserTrail[]>([])
  const stops = [sendPresence(parts, isLaserOn), drawPreviews(parts), drawTrails(parts, trails)]
  const own = sharePreviews(port, clock)

  const others = computed(() =>
    port.people.value
      .filter((person) => person.showing.page === parts.page.value)
      .map((person): RemoteOverlay => ({
        key: person.key,
        name: person.name,
        colour: person.color ?? getColour(person.uid),
        cursor: person.showing.cursor ?? null,
        speaking: person.speaking === true,
        tool: person.showing.tool ?? null,
        selection: person.showing.selection ?? [],
        caret: person.showing.caret ?? null,
      })),
  )
  return {
    others,
    trails,
    share: own.share,
    laser(on) {
      isLaserOn.value = on
    },
    dispose() {
      own.stop()
      for (const stop of stops) stop()
    },
  }
}

function sendPresence(parts: PresenceParts, isLaserOn: ReadonlySignal<boolean>): () => void {
  const { port, clock } = parts
  let shown: PresenceState = {}
  const send = throttle(clock, showEveryMs, () => {
    const now: Required<PresenceState> = {
      page: parts.page.peek(),
      cursor: parts.cursor.peek(),
      view: parts.view.peek(),
      selection: parts.selection.peek().slice(0, shownSelection),
      tool: isLaserOn.peek() ? laserOnTool : parts.tool.peek(),
      caret: parts.caret.peek(),
    }
    const changedFields = Object.fromEntries(
      Object.entries(now).filter(([name, value]) => !equal(value, shown[name as keyof PresenceState])),
    )
    shown = now
    if (Object.keys(changedFields).length > 0) port.show(changedFields)
  })
  const stop = effect(() => {
    const { page, cursor, view, selection, tool, caret } = parts
    for (const watched of [page, cursor, view, selection, tool, caret, isLaserOn]) void watched.value
    send.call()
  })
  return () => {
    stop()
    send.cancel()
  }
}

function equal(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function sharePreviews(
  port: PresencePort,
  clock: Clock,
): { share(changes: (() => readonly Change[]) | null): void; stop(): void } {
  let latest: (() => readonly Change[]) | null = null
  let announced = false
  const send = throttle(clock, showEveryMs, () => {
    if (!latest) return
    announced = true
    port.preview(latest())
  })
  return {
    share(changes) {
      latest = changes
      if (changes) return send.call()
      send.cancel()
      if (announced) port.preview(null)
      announced = false
    },
    stop: send.cancel,
  }
}

/** Shows other users' previews. They end when the author ends them, disconnects, or is silent for too long. */
function drawPreviews({ port, drawn, clock }: PresenceParts): () => void {
  const timers = new Map<string, () => void>()
  const ending = new Map<string, ReadonlySet<RecordId>>()
  const clear = (key: string): void => {
    timers.get(key)?.()
    timers.delete(key)
    ending.delete(key)
    drawn.preview(key, null)
  }
  const clearLater = (key: string, delayMs: number): void => {
    timers.get(key)?.()
    timers.set(
      key,
      clock.after(delayMs, () => clear(key)),
    )
  }
  const shownIds = new Map<string, ReadonlySet<RecordId>>()
  const stopPort = port.observePreviews((key, changes) => {
    if (changes) {
      shownIds.set(key, getIds(changes))
      ending.delete(key)
      drawn.preview(key, changes)
      clearLater(key, staleMs)
    } else if (timers.has(key)) {
      ending.set(key, shownIds.get(key) ?? new Set())
      clearLater(key, lingerMs)
    }
  })
  const stopDocument = drawn.observe((change) => {
    for (const [key, ids] of ending) {
      // Adding or removing a preview is also reported as a change; only confirmed changes count.
      if ([...ids].some((id) => change.ids.has(id))) clearLater(key, 0)
    }
  })
  const stopPeople = effect(() => {
    const here = new Set(port.people.value.map((person) => person.key))
    for (const key of [...timers.keys()]) if (!here.has(key)) clear(key)
  })
  return () => {
    stopPort()
    stopDocument()
    stopPeople()
    for (const key of [...timers.keys()]) clear(key)
  }
}

function getIds(changes: readonly Change[]): Set<RecordId> {
  const ids = new Set<RecordId>()
  for (const change of changes) {
    if (change.op === 'put') ids.add(change.record.id)
    else if ('ids' in change) for (const id of change.ids) ids.add(id)
    else ids.add(change.id)
  }
  return ids
}

/** Collects other users' laser positions and fades the trails. */
function drawTrails(
  { port, clock, page }: PresenceParts,
  trails: { value: readonly LaserTrail[]; peek(): readonly LaserTrail[] },
): () => void {
  const points = new Map<string, { colour: number; points: (Vec & { atMs: number })[]; on: boolean }>()
  let fading = false
  const fade = (): void => {
    const since = clock.now() - trailMs
    for (const [key, trail] of points) {
      trail.points = trail.points.filter((point) => point.atMs >= since)
      if (trail.points.length === 0 && !trail.on) points.delete(key)
    }
    trails.value = [...points.values()].map((trail) => ({ colour: trail.colour, points: trail.points }))
    fading = points.size > 0
    if (fading) clock.frame(fade)
  }
  return effect(() => {
    for (const person of port.people.value) collectTrailPoint(person, points, page.value, clock.now())
    if (points.size > 0 && !fading) {
      fading = true
      clock.frame(fade)
    }
  })
}

function collectTrailPoint(
  person: Person,
  trails: Map<string, { colour: number; points: (Vec & { atMs: number })[]; on: boolean }>,
  page: RecordId | null,
  nowMs: number,
): void {
  const { cursor, tool } = person.showing
  const on = tool === laserOnTool && person.showing.page === page
  const trail = trails.get(person.key)
  if (!on || !cursor) {
    if (trail) trail.on = false
    return
  }
  const last = trail?.points.at(-1)
  if (last && last.x === cursor.x && last.y === cursor.y) return
  if (trail) {
    trail.points.push({ ...cursor, atMs: nowMs })
    trail.on = true
  } else {
    const colour = person.color ?? getColour(person.uid)
    trails.set(person.key, { colour, points: [{ ...cursor, atMs: nowMs }], on: true })
  }
}
