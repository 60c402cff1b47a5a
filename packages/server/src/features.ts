import type { App } from './context.ts'
import { accountJobs, auth, authenticate, sweepAccounts, user } from './features/account/index.ts'
import type { AnyHandlers, Guards } from './http/mount.ts'
import type { ServerParts } from './http/server.ts'
import type { Jobs, Sweep } from './jobs/worker.ts'

export const handlers = { auth, user } as AnyHandlers
export const jobs: Jobs = { ...accountJobs }
export const sweeps: readonly Sweep[] = [sweepAccounts]
export const routes: ServerParts['routes'] = []

export const guards = (app: App): Guards => ({
  authenticate: (token) => authenticate(app, token),
  authorize: () => Promise.resolve(null),
})
