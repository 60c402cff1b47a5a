export { isActionAllowed, useSpaceActions } from './actions.ts'
export type { RunAttempt, SpaceAction } from './actions.ts'
export { useChangeFolders, useFolders, addFolder, moveToFolder, removeFolder } from './folders.ts'
export { useAllSpaces, useSpacePages } from './paging.ts'
export type { SpacePages } from './paging.ts'
export { CoverDialog } from './dialogs/lazy-cover-dialog.tsx'
export { useNewBoard } from './new-board.ts'
export { useRecentSpaces, useTemplates } from './queries.ts'
export { getOfflineSpaces } from './offline-spaces.ts'
export {
  DeleteDialog,
  FolderDialog,
  LeaveDialog,
  MoveDialog,
  RenameDialog,
} from './dialogs/lazy-space-dialogs.ts'
export { SpaceItem, SpacePlaceholder } from './space-item.tsx'
export { preloadSpaceMenu, SpaceMenu } from './lazy-space-menu.ts'
export type { SpaceDialog } from './space-menu.tsx'
export { getThumbnailUrl, Thumbnail } from './thumbnail.tsx'
export { useLivePresence } from './live-presence.ts'
export { getWhiteboardUrl } from './whiteboard-url.ts'
