import { getPageRequest } from './features/spaces/page-query.ts'
import type { NavigationPath } from './guards.ts'
import { earlyAnswers } from './platform/answers/early-answers.ts'
import { getSpaceSearch, parseDashboardUrl, restoreView } from './screens/dashboard/boards/dashboard-url.ts'
import { getSpaceQuery } from './screens/whiteboard/space-query.ts'
import { openSocketEarly } from './state/index.ts'

/** What the screens that most people see show first, by their URL's query. */
const requests: Partial<Record<NavigationPath, (query: URLSearchParams) => void>> = {
  dashboard(query) {
    const view = restoreView(query) ?? parseDashboardUrl(query)
    earlyAnswers.request(getPageRequest(getSpaceSearch(view, view.q.trim()), 0))
    openSocketEarly()
  },
  whiteboard(query) {
    const wid = query.get('w')
    if (!wid) return
    earlyAnswers.request(getSpaceQuery(wid))
    openSocketEarly()
  },
}

/** Requests what a screen shows first while its code loads; its queries take the answers. */
export function sendFirstRequests(path: NavigationPath, search: string): void {
  requests[path]?.(new URLSearchParams(search))
}
