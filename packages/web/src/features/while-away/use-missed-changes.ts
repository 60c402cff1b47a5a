import type { Timeline } from '@tavla/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'

/** How often the last seen version is stored, ms. */
const noteEveryMs = 30_000
/** Shorter disconnections are not an absence, ms. */
const awayAfterMs = 60_000

/** Checks on opening and after every absence whether others have changed the board since the user last saw it. */
export function useMissedChanges(): void {
  const { t, i18n } = useTranslation('board')
  const { replica, socket, space, ui } = useBoard()
  const { wid } = space
  const { complete } = useSignal(replica.progress)
  const isOnline = useSignal(socket) === 'open'
  const lost = useRef<{ readonly seq: number; readonly at: number } | null>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!complete) return
    if (!isOnline) {
      lost.current ??= { seq: replica.seq, at: clock.now() }
      return
    }
    const left = lost.current
    lost.current = null
    const wasAway = left !== null && clock.now() - left.at >= awayAfterMs
    const reading = new AbortController()
    let stop = (): void => undefined
    const read = async (): Promise<void> => {
      const uid = replica.actor.peek().uid
      if (isFirst.current || wasAway) {
        const after = isFirst.current ? null : (left?.seq ?? null)
        const { seen, news } = await readMissedChanges(wid, uid, after, reading.signal)
        isFirst.current = false
        if (seen !== null) ui.lastVisit.value = seen
        if (news && seen !== null)
          ui.news.value = getMissedChanges(news, seen, t('history.somebody'), i18n.language)
      }
    }
    // The last seen version must be loaded before the current one is stored.
    void read()
      .catch(() => {
        // Optional: without an answer the board works as well.
      })
      .then(() => {
        if (!reading.signal.aborted) stop = noteVisits(wid, () => replica.seq)
      })
    return () => {
      reading.abort()
      stop()
    }
  }, [complete, isOnline, replica, ui, wid, t, i18n.language])
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

interface Found {
  readonly seen: number | null
  /** Changes of others since then; null if there are none. */
  readonly news: Timeline | null
}

/** `after`: the last seen version if this page knows it; else the server's. */
async function readMissedChanges(
  wid: string,
  uid: string,
  after: number | null,
  signal: AbortSignal,
): Promise<Found> {
  const ask = (from: number) =>
    api.space.timeline({ query: { wid, after: from, slots: 1 } }, { signal, quiet: true })
  const { seen: noted, head, first } = await ask(Number.MAX_SAFE_INTEGER)
  const seen = after ?? noted
  // Changes before the start of the plan's history cannot be shown.
  if (seen === null || seen >= head || seen < first) return { seen, news: null }
  const since = await ask(seen)
  const spells = since.spells.filter((period) => period.uid !== uid)
  const people = since.people.filter((person) => person.uid !== uid)
  return { seen, news: spells.length === 0 ? null : { ...since, seen, spells, people } }
}

/** Stores the last seen version: at once, regularly, and when the board is left or hidden. */
function noteVisits(wid: string, seqNow: () => number): () => void {
  let noted = 0
  const note = (): void => {
    const seq = seqNow()
    if (seq <= noted) return
    noted = seq
    api.space.noteSeen({ body: { wid, seq } }, { quiet: true }).catch(() => {
      // Retried with the next edit.
      noted = 0
    })
  }
  let cancel = (): void => undefined
  const again = (): void => {
    note()
    cancel = clock.after(noteEveryMs, again)
  }
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') note()
  }
  again()
  document.addEventListener('visibilitychange', hidden)
  return () => {
    document.removeEventListener('visibilitychange', hidden)
    cancel()
    note()
  }
}
