import { updateApp } from './offline-app.ts'
import { createReloadOnce } from './reload-once.ts'
import { storage } from '../storage.ts'

/** This page and its build: the name of its first script changes with everything in it. */
export const newerPage = createReloadOnce({
  storage,
  build: () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? 'development',
  update: updateApp,
  reload: () => location.reload(),
})
