import { useQueryClient } from '@tanstack/react-query'
import { isAtLeast } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { toasts } from '../../platform/toast.ts'
import { spacesChanged } from './queries.ts'

/** Does something, and says where one is when it failed, with a way to try again. */
export type Attempt = (act: () => Promise<unknown>) => void

/** What is done alike with one board and with many. */
export type SpaceAction = 'star' | 'unstar' | 'archive' | 'unarchive' | 'trash' | 'restore' | 'delete'

const doing: Readonly<Record<SpaceAction, (wid: string) => Promise<unknown>>> = {
  star: (wid) => api.space.star({ body: { wid, on: true } }),
  unstar: (wid) => api.space.star({ body: { wid, on: false } }),
  archive: (wid) => api.space.archive({ body: { wid, on: true } }),
  unarchive: (wid) => api.space.archive({ body: { wid, on: false } }),
  trash: (wid) => api.space.remove({ query: { wid } }),
  restore: (wid) => api.space.restore({ body: { wid } }),
  delete: (wid) => api.space.remove({ query: { wid, forever: '1' } }),
}

/** What takes an act back, where a toast offers it. */
const undoing = { archive: 'unarchive', trash: 'restore' } as const

/** Whether my role and the board's state let me; the server is the check. */
export function allows(act: SpaceAction, { role, trashedAt, archived, starred }: Space): boolean {
  const trashed = trashedAt !== null
  switch (act) {
    case 'star':
      return !trashed && !starred
    case 'unstar':
      return !trashed && starred
    case 'archive':
      return !trashed && !archived && isAtLeast(role, 'admin')
    case 'unarchive':
      return !trashed && archived && isAtLeast(role, 'admin')
    case 'trash':
      return !trashed && isAtLeast(role, 'admin')
    case 'restore':
      return trashed && isAtLeast(role, 'admin')
    case 'delete':
      return trashed && role === 'owner'
  }
}

const atOnce = 4

/** Does it to each, a few at a time. What worked leaves `left`; the first failure is thrown once all were tried. */
export async function doEach(left: Set<string>, act: (wid: string) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  const waiting = [...left]
  const work = async () => {
    for (let wid = waiting.shift(); wid !== undefined; wid = waiting.shift()) {
      const one = wid
      await act(one).then(
        () => left.delete(one),
        (error: unknown) => failures.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (failures.length > 0) throw failures[0]
}

/** For good, after it was confirmed. */
export function deleteAll(spaces: readonly Space[]): Promise<void> {
  return doEach(new Set(spaces.map(({ wid }) => wid)), doing.delete)
}

/** Acts on boards: those that allow it, together, with one note in the end and a way back where there is one. */
export function useSpaceActions(attempt: Attempt): (act: SpaceAction, spaces: readonly Space[]) => void {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()

  return useCallback(
    (act, spaces) => {
      const allowed = spaces.filter((space) => allows(act, space))
      const stay = spaces.length - allowed.length
      const run = (doneBy: SpaceAction, wids: readonly string[], done: () => void) => {
        const left = new Set(wids)
        attempt(async () => {
          try {
            await doEach(left, doing[doneBy])
          } finally {
            await spacesChanged(client)
          }
          done()
        })
      }
      const wids = allowed.map(({ wid }) => wid)
      run(act, wids, () => {
        if (act !== 'trash' && act !== 'archive') return
        const text = t(`done.${act}`, { count: wids.length, name: allowed[0]?.name })
        const words = stay === 0 ? text : `${text}. ${t('stayed', { count: stay })}`
        toasts.note(words, { label: t('undo'), run: () => run(undoing[act], wids, () => undefined) })
      })
    },
    [attempt, client, t],
  )
}
