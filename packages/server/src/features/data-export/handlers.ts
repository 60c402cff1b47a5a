import { type Calls, lifetimes } from '@tavla/contract'
import type { App, Handlers } from '../../context.ts'
import { getTime, type UrlHolder } from '../account/index.ts'
import { archiveUrl } from './open-archive.ts'

/**
 * The export of a person's data. The archive is created while it is downloaded, so that it is up to date
 * and never stored.
 */
export const user = {
  startExport: () => Promise.resolve({ state: 'ready' }),
  exportState: ({ app, actor }) => Promise.resolve(getUrl(app, actor)),
} satisfies Partial<Handlers<Calls['user']>>

function getUrl(app: App, holder: UrlHolder) {
  const until = app.clock.now() + lifetimes.downloadLinkMs
  return { state: 'ready' as const, url: archiveUrl(app, holder, until), expiresAt: getTime(until) }
}
