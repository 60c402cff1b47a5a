import { Menu } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from './board-context.ts'
import { iconOf } from './icons.ts'
import { ShortcutText } from './keys.tsx'

/** With something selected; what makes no sense now is left out, so the list stays short. */
const ofSelection = [
  ['cut', 'copy', 'paste', 'duplicate', 'delete'],
  ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack'],
  ['group', 'ungroup', 'lock', 'lockForAdmins'],
  ['frameForAll', 'frameForOwn', 'frameToLookAt'],
  ['copyStyle', 'pasteStyle', 'copyAsPng', 'zoomToSelection'],
]
const ofPage = [
  ['paste', 'selectAll', 'insertFile'],
  ['undo', 'redo'],
  ['zoomToFit', 'zoomFull', 'toggleGrid'],
]

/** The menu at the pointer: acts on what lies under it, from the same list as keys and palette. */
export function ContextMenu() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null)
  useEffect(
    () =>
      board.observe((event) => {
        if (event.type === 'contextMenu') setAt(event.at)
      }),
    [board],
  )
  const offered = board.state.selection.peek().length > 0 ? ofSelection : ofPage
  const groups = (at === null ? [] : offered)
    .map((ids) => ids.filter((id) => board.canRun(id)))
    .filter((ids) => ids.length > 0)
  const close = () => {
    setAt(null)
    board.focus()
  }
  return (
    <Menu
      key={at ? `${at.x} ${at.y}` : ''}
      opened={at !== null}
      onClose={close}
      position="bottom-start"
      offset={2}
      width={272}
      // Below the pointer there may be too little room: then it moves up beside it.
      middlewares={{ shift: { crossAxis: true, padding: 8 }, flip: false }}
    >
      <Menu.Target>
        <span
          style={{ position: 'absolute', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1 }}
          aria-hidden="true"
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('contextMenu')}>
        {groups.map((ids, i) => [
          i > 0 && <Menu.Divider key={`rule ${i}`} />,
          ...ids.map((id) => {
            const command = board.commands.find((each) => each.id === id)
            const Icon = iconOf(command?.icon)
            return (
              <Menu.Item
                key={id}
                leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
                rightSection={<ShortcutText keys={command?.keys[0]} />}
                onClick={() => {
                  close()
                  board.run(id)
                }}
              >
                {t(`commands.${id}`)}
              </Menu.Item>
            )
          }),
        ])}
      </Menu.Dropdown>
    </Menu>
  )
}
