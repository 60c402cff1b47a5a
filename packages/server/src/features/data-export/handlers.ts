import { type Calls, lifetimes } from '@tavla/contract'
import type { App, Handlers } from '../../context.ts'
import { getTime, type UrlHolder } from '../account/index.ts'
import { archiveUrl } from './open-archive.ts'

/**
 * Everything that is a person's, to take away. It is put together while it is fetched, so that nothing is left on disk
 * waiting for them and it is never older than the click.
 */
export const user = {
  startExport: () => Promise.resolve({ state: 'ready' }),
  exportState: ({ app, actor }) => Promise.resolve(getUrl(app, actor)),
} satisfies Partial<Handlers<Calls['user']>>

function getUrl(app: App, holder: UrlHolder) {
  const until = app.clock.now() + lifetimes.downloadLinkMs
  return { state: 'ready' as const, url: archiveUrl(app, holder, until), expiresAt: getTime(until) }
}
