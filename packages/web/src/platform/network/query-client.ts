import { Refusal } from '@tavla/contract'
import { QueryClient } from '@tanstack/react-query'

/** What the server knows, kept for as long as it is looked at. A refusal is final; silence is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 4000),
      // A call that finds no network says so at once instead of waiting silently for one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
