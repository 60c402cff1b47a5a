import type { Command } from '../define-command.ts'
import {
  alignBottom,
  alignCentre,
  alignLeft,
  alignMiddle,
  alignRight,
  alignTop,
  distributeHorizontally,
  distributeVertically,
  flipHorizontally,
  flipVertically,
} from './align.ts'
import { copy, copyStyle, cut, keepStyle, paste, pastePlain, pasteStyle } from './clipboard.ts'
import { deleteSelection } from './delete.ts'
import { duplicate } from './duplicate.ts'
import {
  copyAsPng,
  copyAsSvg,
  exportJson,
  exportPdf,
  exportPng,
  exportSvg,
  exportTavla,
  exportTexts,
  insertFile,
} from './export.ts'
import { frameForAll, frameForOwn, findFrame } from './frame-role.ts'
import { group, ungroup, wrapInFrame } from './group.ts'
import { growCommands } from './grow.ts'
import { redo, undo } from './history.ts'
import { crop, uncrop } from './image.ts'
import { editLink } from './link.ts'
import { lock, lockForAdmins } from './lock.ts'
import { nudgeCommands } from './nudge.ts'
import { bringForward, bringToFront, sendBackward, sendToBack } from './order.ts'
import { panCommands } from './pan.ts'
import { extendCommands, selectAll, selectNext, selectPrevious } from './select.ts'
import { bold, bulletList, checkList, italic, orderedList, strike, underline } from './text.ts'
import { transformCommands } from './transform.ts'
import { nextPage, previousPage, toggleGrid, toggleSnapping, toggleToolLock } from './view.ts'
import { zoomFull, zoomIn, zoomOut, zoomToFit, zoomToSelection } from './zoom.ts'

/** All commands of the board in palette order. If several share a shortcut, the first available one runs. */
export const commands: readonly Command[] = [
  undo,
  redo,
  cut,
  copy,
  paste,
  pastePlain,
  duplicate,
  deleteSelection,
  selectAll,
  selectNext,
  selectPrevious,
  group,
  ungroup,
  wrapInFrame,
  lock,
  lockForAdmins,
  frameForAll,
  frameForOwn,
  findFrame,
  bringToFront,
  bringForward,
  sendBackward,
  sendToBack,
  alignLeft,
  alignCentre,
  alignRight,
  alignTop,
  alignMiddle,
  alignBottom,
  distributeHorizontally,
  distributeVertically,
  flipHorizontally,
  flipVertically,
  copyStyle,
  pasteStyle,
  keepStyle,
  bold,
  italic,
  underline,
  strike,
  bulletList,
  orderedList,
  checkList,
  editLink,
  crop,
  uncrop,
  insertFile,
  exportPng,
  exportSvg,
  exportPdf,
  exportTavla,
  exportJson,
  exportTexts,
  copyAsPng,
  copyAsSvg,
  zoomIn,
  zoomOut,
  zoomFull,
  zoomToFit,
  zoomToSelection,
  toggleGrid,
  toggleSnapping,
  toggleToolLock,
  nextPage,
  previousPage,
  ...extendCommands,
  ...nudgeCommands,
  ...transformCommands,
  ...panCommands,
  ...growCommands,
]
