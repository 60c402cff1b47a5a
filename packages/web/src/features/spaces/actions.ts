import { useQueryClient } from '@tanstack/react-query'
import { isAtLeast } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { toasts } from '../../platform/toast.ts'
import { invalidateSpaces } from './queries.ts'

/** Runs an action; a failure is shown on the page with a retry button. */
export type RunAttempt = (action: () => Promise<unknown>) => void

/** Actions that apply to one or several boards. */
export type SpaceAction = 'star' | 'unstar' | 'archive' | 'unarchive' | 'trash' | 'restore' | 'delete'

const requests: Readonly<Record<SpaceAction, (wid: string) => Promise<unknown>>> = {
  star: (wid) => api.space.star({ body: { wid, on: true } }),
  unstar: (wid) => api.space.star({ body: { wid, on: false } }),
  archive: (wid) => api.space.archive({ body: { wid, on: true } }),
  unarchive: (wid) => api.space.archive({ body: { wid, on: false } }),
  trash: (wid) => api.space.remove({ query: { wid } }),
  restore: (wid) => api.space.restore({ body: { wid } }),
  delete: (wid) => api.space.remove({ query: { wid, forever: '1' } }),
}

/** The inverse of actions that a toast offers to undo. */
const inverseActions = { archive: 'unarchive', trash: 'restore' } as const

/** Whether role and state of the board permit an action. For display only: the server checks it. */
export function isActionAllowed(action: SpaceAction, { role, trashedAt, archived, starred }: Space): boolean {
  const trashed = trashedAt !== null
  switch (action) {
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

const concurrency = 4

/** Runs an action for each id, a few at a time, and removes ids that succeeded from `left`. Throws the first failure at the end. */
export async function runForEach(
  remaining: Set<string>,
  run: (wid: string) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  const queue = [...remaining]
  const worker = async () => {
    for (let wid = queue.shift(); wid !== undefined; wid = queue.shift()) {
      const currentWid = wid
      await run(currentWid).then(
        () => remaining.delete(currentWid),
        (error: unknown) => failures.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  if (failures.length > 0) throw failures[0]
}

/** Deletes spaces permanently. */
export function deleteSpaces(spaces: readonly Space[]): Promise<void> {
  return runForEach(new Set(spaces.map(({ wid }) => wid)), requests.delete)
}

/** Runs an action on all spaces that permit it, then shows one toast, with undo if there is an inverse. */
export function useSpaceActions(
  attempt: RunAttempt,
): (action: SpaceAction, spaces: readonly Space[]) => void {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()

  return useCallback(
    (action, spaces) => {
      const allowed = spaces.filter((space) => isActionAllowed(action, space))
      const skipped = spaces.length - allowed.length
      const run = (requested: SpaceAction, wids: readonly string[], done: () => void) => {
        const remaining = new Set(wids)
        attempt(async () => {
          try {
            await runForEach(remaining, requests[requested])
          } finally {
            await invalidateSpaces(client)
          }
          done()
        })
      }
      const wids = allowed.map(({ wid }) => wid)
      run(action, wids, () => {
        if (action !== 'trash' && action !== 'archive') return
        const text = t(`done.${action}`, { count: wids.length, name: allowed[0]?.name })
        const message = skipped === 0 ? text : `${text}. ${t('stayed', { count: skipped })}`
        toasts.note(message, {
          label: t('undo'),
          run: () => run(inverseActions[action], wids, () => undefined),
        })
      })
    },
    [attempt, client, t],
  )
}
