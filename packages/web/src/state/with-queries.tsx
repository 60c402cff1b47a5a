import { effect } from '@preact/signals-core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { queryClient } from '../platform/network/query-client.ts'
import { session } from './index.ts'

let isWatching = false

/** What one person's queries returned is not shown to the next one, who may sign in without a reload. */
function clearForNextUser(): void {
  if (isWatching) return
  isWatching = true
  let lastUid: string | null = null
  effect(() => {
    const uid = session.userInfo.value?.uid ?? null
    if (uid !== lastUid && lastUid !== null) queryClient.clear()
    lastUid = uid
  })
}

/**
 * A screen, or a part beside the screens, that uses queries. The login uses none, so that it need not load their
 * library.
 */
export function withQueries<Props extends object>(Content: ComponentType<Props>): ComponentType<Props> {
  clearForNextUser()
  return function WithQueries(props) {
    return (
      <QueryClientProvider client={queryClient}>
        <Content {...props} />
      </QueryClientProvider>
    )
  }
}
