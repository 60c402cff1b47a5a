import {
  IconAlignBoxCenterMiddle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconCircle,
  IconEraser,
  IconFrame,
  IconHandStop,
  IconHighlight,
  IconLine,
  IconNote,
  IconPencil,
  IconPhotoPlus,
  IconPointer,
  IconSquare,
  IconSquareRotated,
  IconTypography,
  IconWand,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { formIds } from '@tavla/canvas'
import { createFormIcon } from './form-icon.ts'

/** Icons of the toolbar by name. The others load with the menus and panels that show them. */
export const toolIcons: ReadonlyMap<string, Icon> = new Map<string, Icon>([
  ['pointer', IconPointer],
  ['hand-stop', IconHandStop],
  ['square', IconSquare],
  ['circle', IconCircle],
  ['square-rotated', IconSquareRotated],
  ['line', IconLine],
  ['arrow-up-right', IconArrowUpRight],
  ['pencil', IconPencil],
  ['highlight', IconHighlight],
  ['eraser', IconEraser],
  ['typography', IconTypography],
  ['note', IconNote],
  ['frame', IconFrame],
  ['wand', IconWand],
  ['arrow-back-up', IconArrowBackUp],
  ['arrow-forward-up', IconArrowForwardUp],
  ['photo-plus', IconPhotoPlus],
  ...formIds.map((id) => [`form-${id}`, createFormIcon(id)] as const),
])

/** The icon of that name; a generic one if the toolbar has none. */
export function getToolIcon(name: string | undefined): Icon {
  return toolIcons.get(name ?? '') ?? IconAlignBoxCenterMiddle
}
