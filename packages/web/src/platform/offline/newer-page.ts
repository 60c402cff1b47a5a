import { updateApp } from './offline-app.ts'
import { createReloadOnce } from './reload-once.ts'
import { storage } from '../storage.ts'

/** The build of this page: the name of its entry script changes with its content. */
export const newerPage = createReloadOnce({
  storage,
  build: () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? 'development',
  update: updateApp,
  reload: () => location.reload(),
})
