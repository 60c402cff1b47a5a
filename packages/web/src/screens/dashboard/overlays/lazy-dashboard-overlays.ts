import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.tsx'

// One chunk: each of them is smaller than a request.
const load = () => import('./dashboard-overlays.ts')

export const folderItems = lazyCode('folder-items', async () => (await load()).FolderItems)
export const planCard = lazyCode('plan-card', async () => (await load()).PlanCard)
export const sortItems = lazyCode('sort-items', async () => (await load()).SortItems)
export const FiltersDrawer = lazyDialog(lazyCode('filters-drawer', async () => (await load()).FiltersDrawer))
