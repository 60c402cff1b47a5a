import type { BoardRecord, EditSummary } from '@tavla/canvas'
import { nameElement, type ReadingParts } from './describe-element.ts'

export interface ReportedEdit {
  readonly how: 'edit' | 'undo' | 'redo'
  readonly summary: EditSummary
}

/** Commands that open a panel, change the selection or show a message, which are announced themselves. */
const silentCommands: ReadonlySet<string> = new Set([
  ...['undo', 'redo', 'selectAll', 'selectNext', 'selectPrevious', 'nextPage', 'previousPage'],
  ...['extendLeft', 'extendRight', 'extendUp', 'extendDown', 'connectTo', 'find', 'findFrame'],
  ...['openPalette', 'openHelp', 'slideshow', 'elementHistory', 'copyLink', 'insertFile', 'present'],
  ...['exportPng', 'exportSvg', 'exportPdf', 'exportTavla', 'exportJson', 'exportTexts'],
  ...[
    'copyAsPng',
    'copyAsSvg',
    'copyStyle',
    'keepStyle',
    'paste',
    'pastePlain',
    'nextRegion',
    'previousRegion',
  ],
])

/** Commands whose edits say it all. */
const namedByEdit = /^(delete|group|wrapInFrame|nudge|rotate|grow|shrink|connect)/

export const isSilent = (command: string): boolean => silentCommands.has(command)

/** "Moved to 120, 40", or "Bold: Rectangle, Plan" for commands that change an element otherwise. */
export function describeEdit(
  { how, summary }: ReportedEdit,
  command: string | undefined,
  parts: ReadingParts,
): string {
  const { t } = parts
  const { action, count, record } = summary
  const what = record ? nameElement(record, t) : t('board:reading.elements', { count })
  if (how !== 'edit') return t(how === 'undo' ? 'board:reading.undone' : 'board:reading.redone', { what })
  if (command !== undefined && !silentCommands.has(command) && !namedByEdit.test(command))
    return t('board:reading.done', { action: t(`board:commands.${command}`), what })
  const now = record && parts.board.document.get(record.id)
  return (now && describeGeometry(action, now, parts)) ?? t(`board:reading.${action}`, { what })
}

function describeGeometry(
  action: EditSummary['action'],
  record: BoardRecord,
  { board, t }: ReadingParts,
): string | undefined {
  const { w, h, r } = record
  const bounds = board.scene.getExactBounds(record.id)
  if (action === 'moved' && bounds)
    return t('board:reading.movedTo', { x: Math.round(bounds.x), y: Math.round(bounds.y) })
  if (action === 'resized' && typeof w === 'number' && typeof h === 'number')
    return t('board:reading.resizedTo', { w: Math.round(w), h: Math.round(h) })
  if (action === 'rotated' && typeof r === 'number')
    return t('board:reading.rotatedTo', { degrees: Math.round(r > 180 ? r - 360 : r) })
  return undefined
}
