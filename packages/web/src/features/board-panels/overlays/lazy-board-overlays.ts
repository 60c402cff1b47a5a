import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.tsx'

// One chunk: the bars of every board have most of them.
const load = () => import('./board-overlays.ts')

export const boardItems = lazyCode('board-items', async () => (await load()).BoardItems)
export const moreToolItems = lazyCode('more-tool-items', async () => (await load()).MoreToolItems)
export const pagePopover = lazyCode('page-popover', async () => (await load()).PagePopover)
export const peopleList = lazyCode('people-list', async () => (await load()).PeopleList)
export const toolItems = lazyCode('tool-items', async () => (await load()).ToolItems)
export const zoomItems = lazyCode('zoom-items', async () => (await load()).ZoomItems)

export const ConnectDialog = lazyDialog(lazyCode('connect-dialog', async () => (await load()).ConnectDialog))
export const Help = lazyDialog(lazyCode('help', async () => (await load()).Help))
export const Palette = lazyDialog(lazyCode('palette', async () => (await load()).Palette))
export const PropertiesSheet = lazyDialog(
  lazyCode('properties-sheet', async () => (await load()).PropertiesSheet),
)

const contextMenu = lazyCode('context-menu', async () => (await load()).LoadedContextMenu)
export const OpenContextMenu = lazyDialog(contextMenu)
/** A menu at a position has no button that would preload it. */
export const preloadContextMenu = contextMenu.preloadWhenIdle
