import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/network/api.ts'
import { callQuery } from '../../../platform/network/call-query.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'

/** Names of everyone who was here since the page opened; offline, nobody is present and names cannot be requested. */
const knownNames = new Map<string, string>()

/** Names of people by uid: known ones at once, others by `user/info`; "someone" without an answer. */
export function usePersonNames(uids: readonly string[]): (uid: string | null) => string {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const online = new Map(useSignal(board.state.people).map(({ uid, name }) => [uid, name]))
  useEffect(() => {
    for (const [uid, name] of online) knownNames.set(uid, name)
  })
  const offlineUids = [...new Set(uids)].filter((uid) => !online.has(uid))
  const results = useQueries({
    queries: offlineUids.map((uid) => ({
      ...callQuery(api.user.info, { query: { uid } }, { quiet: true }),
      staleTime: Infinity,
    })),
  })
  const loadedNames = new Map(offlineUids.map((uid, i) => [uid, results[i]?.data?.name]))
  return (uid) =>
    (uid === null ? undefined : (online.get(uid) ?? loadedNames.get(uid) ?? knownNames.get(uid))) ||
    t('notice.someone')
}
