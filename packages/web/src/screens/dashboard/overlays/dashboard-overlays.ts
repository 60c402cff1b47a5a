export { FiltersDrawer } from './filters-drawer.tsx'
export { FolderItems } from './folder-items.tsx'
export { PlanCard } from './plan-card.tsx'
export { SortItems } from './sort-items.tsx'
