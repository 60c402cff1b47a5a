import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const code = lazyCode('space-menu', async () => (await import('./space-menu.tsx')).SpaceMenu, 'dashboard')

/** Context menu of a space. */
export const SpaceMenu = lazyDialog(code)

/** For the list of spaces: its first menu then opens at once. */
export const preloadSpaceMenu = code.preloadWhenIdle
