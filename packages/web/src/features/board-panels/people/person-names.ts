import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/network/api.ts'
import { callQuery } from '../../../platform/network/call-query.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'

/** Names of everyone who was here since the page opened; offline, nobody is present and names cannot be requested. */
const met = new Map<string, string>()

/** Names of people by uid: known ones at once, others by `user/info`; "someone" without an answer. */
export function usePersonNames(uids: readonly string[]): (uid: string | null) => string {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const here = new Map(useSignal(board.state.people).map(({ uid, name }) => [uid, name]))
  useEffect(() => {
    for (const [uid, name] of here) met.set(uid, name)
  })
  const absent = [...new Set(uids)].filter((uid) => !here.has(uid))
  const found = useQueries({
    queries: absent.map((uid) => ({
      ...callQuery(api.user.info, { query: { uid } }, { quiet: true }),
      staleTime: Infinity,
    })),
  })
  const asked = new Map(absent.map((uid, i) => [uid, found[i]?.data?.name]))
  return (uid) =>
    (uid === null ? undefined : (here.get(uid) ?? asked.get(uid) ?? met.get(uid))) || t('notice.someone')
}
