import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'

/** Options of `useQuery` for the space of a board that is opened; the screen itself says what a refusal means. */
export const getSpaceQuery = (wid: string) => callQuery(api.space.info, { query: { wid } }, { quiet: true })
