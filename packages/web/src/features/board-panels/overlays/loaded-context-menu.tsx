import { Menu } from '@mantine/core'
import type { FloatingPosition } from '@mantine/core'
import type { Board, BoardEvent } from '@tavla/canvas'
import type { TFunction } from 'i18next'
import { IconLayoutAlignLeft } from '@tabler/icons-react'
import { useRef } from 'react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import { getIcon } from '../icons/icons.ts'
import { ShortcutText } from '../menus/keys.tsx'

/** Actions on the selection; unavailable ones are omitted to keep the menu short. */
const selectionGroups = [
  ['cut', 'copy', 'paste', 'duplicate', 'delete'],
  ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack'],
  ['group', 'ungroup', 'wrapInFrame', 'lock', 'lockForAdmins'],
  ['frameForAll', 'frameForOwn', 'frameViewOnly'],
  [
    'copyStyle',
    'pasteStyle',
    'keepStyle',
    'copyAsPng',
    'copyAsSvg',
    'editLink',
    'copyLink',
    'zoomToSelection',
    'elementHistory',
  ],
]
/** In a submenu because there are many. */
const arrangeIds = [
  ['alignLeft', 'alignCentre', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
  ['distributeHorizontally', 'distributeVertically', 'flipHorizontally', 'flipVertically'],
]
const pageGroups = [
  ['paste', 'selectAll', 'insertFile'],
  ['undo', 'redo'],
  ['zoomToFit', 'zoomFull', 'toggleGrid'],
]

const menuWidth = 272
/** Distance from the centre of a touch to the menu, so that the finger does not cover it; CSS pixels. */
const fingerPx = 36
const edgePx = 8

export interface MenuOpening {
  readonly x: number
  readonly y: number
  readonly by: Extract<BoardEvent, { type: 'contextMenu' }>['by']
}

/**
 * Position of the menu: at a mouse pointer, but next to a finger, which would cover it and choose an item on
 * release.
 */
function getPosition({ x, y, by }: MenuOpening): {
  readonly position: FloatingPosition
  readonly offset: number
  readonly maxHeight: number
} {
  const { innerWidth, innerHeight } = window
  const fullHeight = innerHeight - 2 * edgePx
  if (by !== 'touch') return { position: 'bottom-start', offset: 2, maxHeight: fullHeight }
  const widthBeside = menuWidth + fingerPx + edgePx
  if (innerWidth - x >= widthBeside)
    return { position: 'right-start', offset: fingerPx, maxHeight: fullHeight }
  if (x >= widthBeside) return { position: 'left-start', offset: fingerPx, maxHeight: fullHeight }
  const [spaceAbove, spaceBelow] = [y - fingerPx - edgePx, innerHeight - y - fingerPx - edgePx]
  return spaceAbove > spaceBelow
    ? { position: 'top-start', offset: fingerPx, maxHeight: spaceAbove }
    : { position: 'bottom-start', offset: fingerPx, maxHeight: spaceBelow }
}

/**
 * Ignores clicks whose press began outside the menu: releasing the finger after a long press must not choose an
 * item. Keyboard clicks have no press.
 */
function useIgnoreForeignClicks() {
  const pressed = useRef(false)
  return {
    onPointerDownCapture: () => void (pressed.current = true),
    onClickCapture(event: MouseEvent) {
      if (event.detail > 0 && !pressed.current) event.stopPropagation()
      pressed.current = false
    },
  }
}

/** The label depends on what the command would do to the selection. */
function getLabel(id: string, board: Board, t: TFunction<'board'>): string {
  if (id !== 'lock') return t(`commands.${id}`)
  const isLocked = board.state.selection
    .peek()
    .every((selected) => (board.document.get(selected)?.['lock'] ?? null) !== null)
  return t(isLocked ? 'unlock' : 'lock')
}

interface LoadedContextMenuProps {
  opened: boolean
  /** Null while it is closed. */
  at: MenuOpening | null
  onClose(): void
}

/** The actions for the elements under the pointer, from the same commands as shortcuts and palette. */
export function LoadedContextMenu({ opened, at, onClose }: LoadedContextMenuProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const clickFilter = useIgnoreForeignClicks()
  const hasSelection = at !== null && board.state.selection.peek().length > 0
  const groups = (at === null ? [] : hasSelection ? selectionGroups : pageGroups)
    .map((ids) => ids.filter((id) => board.canRun(id)))
    .filter((ids) => ids.length > 0)
  const arrangeGroups = hasSelection
    ? arrangeIds.map((ids) => ids.filter((id) => board.canRun(id))).filter((ids) => ids.length > 0)
    : []
  const placement = at && getPosition(at)
  return (
    <Menu
      key={at ? `${at.x} ${at.y}` : ''}
      opened={opened}
      onClose={onClose}
      position={placement?.position ?? 'bottom-start'}
      offset={placement?.offset ?? 0}
      width={menuWidth}
      // If there is too little room below a pointer, the menu moves up next to it. It never moves under a finger.
      middlewares={{ shift: { crossAxis: at?.by !== 'touch', padding: edgePx }, flip: false }}
    >
      <Menu.Target>
        <span
          style={{ position: 'absolute', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1 }}
          aria-hidden="true"
        />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={t('contextMenu')}
        style={{ maxHeight: placement?.maxHeight, overflowY: 'auto' }}
        {...clickFilter}
      >
        {groups.map((ids, i) => [
          i > 0 && <Menu.Divider key={`rule ${i}`} />,
          ...ids.map((id) => <CommandItem key={id} id={id} onClose={onClose} />),
        ])}
        {arrangeGroups.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<IconLayoutAlignLeft size={18} stroke={1.5} aria-hidden />}>
                  {t('contextMenuArrange')}
                </Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                {arrangeGroups.map((ids, i) => [
                  i > 0 && <Menu.Divider key={`rule ${i}`} />,
                  ...ids.map((id) => <CommandItem key={id} id={id} onClose={onClose} />),
                ])}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function CommandItem({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const command = board.commands.find((each) => each.id === id)
  const Icon = getIcon(command?.icon)
  return (
    <Menu.Item
      leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
      rightSection={<ShortcutText keys={command?.keys[0]} />}
      onClick={() => {
        onClose()
        board.run(id)
      }}
    >
      {getLabel(id, board, t)}
    </Menu.Item>
  )
}
