import { Refusal } from '@tavla/contract'
import { QueryClient } from '@tanstack/react-query'

/** Cache of server data while it is shown. Refusals are final; missing answers are retried twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 4000),
      // A call without a network fails at once instead of waiting for one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
