import { QueryClient } from '@tanstack/react-query'
import { getRetryDelayMs, shouldRetry } from '../answers/retries.ts'

/** Cache of server data while it is shown. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: shouldRetry,
      retryDelay: getRetryDelayMs,
      // A call without a network fails at once instead of waiting for one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
