import type { BrowserStorage } from '../platform/storage.ts'
import { keys } from '../platform/storage-keys.ts'

export interface StartDeps {
  readonly storage: BrowserStorage
  readonly query: string
  readonly hasProducts: () => boolean
  readonly loadSettings: () => Promise<void>
  readonly loadProducts: () => Promise<void>
}

/**
 * The start rules of spec §4, on every route and in this order: plan expired, settings, products. Nothing waits
 * for their answers, and failures are silent.
 */
export function runStartRules({ storage, query, hasProducts, loadSettings, loadProducts }: StartDeps): void {
  if (new URLSearchParams(query).get('type') === 'subexpired') storage.write(keys.subexpired, 'true')
  if (storage.read(keys.userinfo) !== null) {
    loadSettings().catch((error: unknown) => console.error('The settings could not be loaded', error))
  }
  if (!hasProducts()) void loadProducts()
}
