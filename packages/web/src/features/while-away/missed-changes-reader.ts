import type { Replica } from '@tavla/canvas'
import type { Timeline } from '@tavla/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'

/** How often the last seen version is stored, ms. */
const storeEveryMs = 30_000
/** Shorter disconnections are not an absence, ms. */
const minAbsenceMs = 60_000

const isComplete = ({ progress }: Replica): boolean => progress.value.complete

/**
 * Checks on opening and after every absence whether others have changed the board since the user last saw it. A
 * component, so that what it reads renders nothing else again.
 */
export function MissedChangesReader(): null {
  const { t, i18n } = useTranslation('board')
  const { replica, socket, space, ui } = useBoard()
  const { wid } = space
  const complete = useDerived(replica, isComplete)
  const isOnline = useSignal(socket) === 'open'
  const lastConnected = useRef<{ readonly seq: number; readonly at: number } | null>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!complete) return
    if (!isOnline) {
      lastConnected.current ??= { seq: replica.seq, at: clock.now() }
      return
    }
    const before = lastConnected.current
    lastConnected.current = null
    const wasAway = before !== null && clock.now() - before.at >= minAbsenceMs
    const controller = new AbortController()
    let stopStoring = (): void => undefined
    const read = async (): Promise<void> => {
      const uid = replica.actor.peek().uid
      if (isFirst.current || wasAway) {
        const after = isFirst.current ? null : (before?.seq ?? null)
        const { seen, timeline } = await readMissedChanges(wid, uid, after, controller.signal)
        isFirst.current = false
        if (seen !== null) ui.lastVisit.value = seen
        if (timeline && seen !== null)
          ui.missedChanges.value = getMissedChanges(timeline, seen, t('history.somebody'), i18n.language)
      }
    }
    // The last seen version must be loaded before the current one is stored.
    void read()
      .catch(() => {
        // Optional: without an answer the board works as well.
      })
      .then(() => {
        if (!controller.signal.aborted) stopStoring = storeLastSeen(wid, () => replica.seq)
      })
    return () => {
      controller.abort()
      stopStoring()
    }
  }, [complete, isOnline, replica, ui, wid, t, i18n.language])
  return null
}

function getMissedChanges({ people, head }: Timeline, seen: number, somebody: string, language: string) {
  const names = people.map(({ name }) => name || somebody)
  return {
    seen,
    head,
    uids: people.map(({ uid }) => uid),
    people: new Intl.ListFormat(language).format(names.slice(0, 3)),
  }
}

interface MissedTimeline {
  readonly seen: number | null
  /** Changes of others since then; null if there are none. */
  readonly timeline: Timeline | null
}

/** `after`: the last seen version if this page knows it; else the server's. */
async function readMissedChanges(
  wid: string,
  uid: string,
  after: number | null,
  signal: AbortSignal,
): Promise<MissedTimeline> {
  const getTimeline = (from: number) =>
    api.space.timeline({ query: { wid, after: from, slots: 1 } }, { signal, quiet: true })
  const { seen: stored, head, first } = await getTimeline(Number.MAX_SAFE_INTEGER)
  const seen = after ?? stored
  // Changes before the start of the plan's history cannot be shown.
  if (seen === null || seen >= head || seen < first) return { seen, timeline: null }
  const timeline = await getTimeline(seen)
  const periods = timeline.spells.filter((period) => period.uid !== uid)
  const people = timeline.people.filter((person) => person.uid !== uid)
  return { seen, timeline: periods.length === 0 ? null : { ...timeline, seen, spells: periods, people } }
}

/** Stores the last seen version: at once, regularly, and when the board is left or hidden. */
function storeLastSeen(wid: string, getSeq: () => number): () => void {
  let storedSeq = 0
  const store = (): void => {
    const seq = getSeq()
    if (seq <= storedSeq) return
    storedSeq = seq
    api.space.noteSeen({ body: { wid, seq } }, { quiet: true }).catch(() => {
      // Retried with the next edit.
      storedSeq = 0
    })
  }
  let cancel = (): void => undefined
  const storeRepeatedly = (): void => {
    store()
    cancel = clock.after(storeEveryMs, storeRepeatedly)
  }
  const onVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') store()
  }
  storeRepeatedly()
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    cancel()
    store()
  }
}
