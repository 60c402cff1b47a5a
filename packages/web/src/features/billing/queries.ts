import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { session } from '../../state/index.ts'

/**
 * What the plan allows and what is used of it: of the plan of a space's owner, or of one's own. Quiet: who cannot know
 * the numbers is not told that they are missing.
 */
export function useLimits(wid: string | null = null) {
  return useQuery({
    queryKey: ['space.limits', { wid }],
    async queryFn({ signal }) {
      const limits = await api.space.limits({ query: { wid: wid ?? undefined } }, { signal, quiet: true })
      if (wid === null) session.limitsFound(limits)
      return limits
    },
  })
}
