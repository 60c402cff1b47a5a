import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'

/**
 * Stores the colour scheme in this browser, so that a reload starts with it before the settings are loaded.
 */
export function createColorSchemeStore(): MantineColorSchemeManager {
  let unsubscribe = () => {}
  return {
    get: (fallback) => storage.read(keys.theme) ?? fallback,
    set: (scheme) => storage.write(keys.theme, scheme),
    subscribe(changed: (scheme: MantineColorScheme) => void) {
      unsubscribe = storage.onChange(keys.theme, () => changed(storage.read(keys.theme) ?? 'auto'))
    },
    unsubscribe: () => unsubscribe(),
    clear: () => storage.remove(keys.theme),
  }
}
