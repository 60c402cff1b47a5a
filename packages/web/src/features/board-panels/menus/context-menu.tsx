import { Menu } from '@mantine/core'
import type { FloatingPosition } from '@mantine/core'
import type { Board, BoardEvent } from '@tavla/canvas'
import type { TFunction } from 'i18next'
import { IconLayoutAlignLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import { getIcon } from '../icons.ts'
import { ShortcutText } from './keys.tsx'

/** Actions on the selection; unavailable ones are omitted to keep the menu short. */
const ofSelection = [
  ['cut', 'copy', 'paste', 'duplicate', 'delete'],
  ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack'],
  ['group', 'ungroup', 'wrapInFrame', 'lock', 'lockForAdmins'],
  ['frameForAll', 'frameForOwn', 'frameToLookAt'],
  ['copyStyle', 'pasteStyle', 'copyAsPng', 'copyLink', 'zoomToSelection', 'elementHistory'],
]
/** In a submenu because there are many. */
const arranging = [
  ['alignLeft', 'alignCentre', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
  ['distributeHorizontally', 'distributeVertically', 'flipHorizontally', 'flipVertically'],
]
const ofPage = [
  ['paste', 'selectAll', 'insertFile'],
  ['undo', 'redo'],
  ['zoomToFit', 'zoomFull', 'toggleGrid'],
]

const menuWidth = 272
/** Distance from the centre of a touch to the menu, so that the finger does not cover it; CSS pixels. */
const fingerPx = 36
const edgePx = 8

interface Opening {
  readonly x: number
  readonly y: number
  readonly by: Extract<BoardEvent, { type: 'contextMenu' }>['by']
}

/**
 * Position of the menu: at a mouse pointer, but next to a finger, which would cover it and choose an item on
 * release.
 */
function getPosition({ x, y, by }: Opening): {
  readonly position: FloatingPosition
  readonly offset: number
  readonly most: number
} {
  const { innerWidth, innerHeight } = window
  const whole = innerHeight - 2 * edgePx
  if (by !== 'touch') return { position: 'bottom-start', offset: 2, most: whole }
  const beside = menuWidth + fingerPx + edgePx
  if (innerWidth - x >= beside) return { position: 'right-start', offset: fingerPx, most: whole }
  if (x >= beside) return { position: 'left-start', offset: fingerPx, most: whole }
  const [above, below] = [y - fingerPx - edgePx, innerHeight - y - fingerPx - edgePx]
  return above > below
    ? { position: 'top-start', offset: fingerPx, most: above }
    : { position: 'bottom-start', offset: fingerPx, most: below }
}

/**
 * Ignores clicks whose press began outside the menu: releasing the finger after a long press must not choose an
 * item. Keyboard clicks have no press.
 */
function useOwnPresses() {
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

/** Context menu for the elements under the pointer, from the same commands as shortcuts and palette. */
export function ContextMenu() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [at, setAt] = useState<Opening | null>(null)
  const ownPresses = useOwnPresses()
  useEffect(
    () =>
      board.observe((event) => {
        if (event.type === 'contextMenu') setAt({ ...event.at, by: event.by })
      }),
    [board],
  )
  const selects = at !== null && board.state.selection.peek().length > 0
  const groups = (at === null ? [] : selects ? ofSelection : ofPage)
    .map((ids) => ids.filter((id) => board.canRun(id)))
    .filter((ids) => ids.length > 0)
  const arrangeGroups = selects
    ? arranging.map((ids) => ids.filter((id) => board.canRun(id))).filter((ids) => ids.length > 0)
    : []
  const place = at && getPosition(at)
  const close = () => {
    setAt(null)
    board.focus()
  }
  return (
    <Menu
      key={at ? `${at.x} ${at.y}` : ''}
      opened={at !== null}
      onClose={close}
      position={place?.position ?? 'bottom-start'}
      offset={place?.offset ?? 0}
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
        style={{ maxHeight: place?.most, overflowY: 'auto' }}
        {...ownPresses}
      >
        {groups.map((ids, i) => [
          i > 0 && <Menu.Divider key={`rule ${i}`} />,
          ...ids.map((id) => <CommandItem key={id} id={id} onClose={close} />),
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
                  ...ids.map((id) => <CommandItem key={id} id={id} onClose={close} />),
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
