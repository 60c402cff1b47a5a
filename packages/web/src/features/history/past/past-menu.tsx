import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconHistory, IconTextPlus } from '@tabler/icons-react'
import type { Board, Vec } from '@tavla/canvas'
import { getPlainText, type RichText } from '@tavla/canvas/model'
import { isAtLeast } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../../board-panels/index.ts'
import type { History } from '../history.ts'
import type { RestoreScope } from '../restore.ts'

interface PastMenuProps {
  board: Board
  history: History
  onRestore(scope: RestoreScope): void
}

interface MenuTarget extends Vec {
  readonly id: string
}

/** Context menu of an element in an earlier version: its history, and restoring it or only its text. */
export function PastMenu({ board, history, onRestore }: PastMenuProps) {
  const { t } = useTranslation('board')
  const { role } = useSignal(useBoard().replica.actor)
  const [target, setTarget] = useState<MenuTarget | null>(null)
  useEffect(
    () =>
      board.observe((event) => {
        const [id] = board.state.selection.peek()
        if (event.type === 'contextMenu') setTarget(id === undefined ? null : { ...event.at, id })
      }),
    [board],
  )
  const close = (): void => {
    setTarget(null)
    board.select([])
    board.focus()
  }
  const createHandler = (run: (id: string) => void) => (): void => {
    if (target) run(target.id)
    close()
  }
  const text = target && (board.document.get(target.id)?.['text'] as RichText | null | undefined)
  const canRestore = isAtLeast(role, 'admin')
  return (
    <Menu
      key={target ? `${target.x} ${target.y}` : ''}
      opened={target !== null}
      onClose={close}
      position="bottom-start"
      offset={2}
      middlewares={{ shift: { crossAxis: true, padding: 8 }, flip: false }}
    >
      <Menu.Target>
        <span
          style={{ position: 'absolute', left: target?.x ?? 0, top: target?.y ?? 0, width: 1, height: 1 }}
          aria-hidden="true"
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('contextMenu')}>
        <Menu.Item
          leftSection={<IconHistory size={18} stroke={1.5} aria-hidden />}
          onClick={createHandler((record) => void history.setFilter({ record }))}
        >
          {t('commands.elementHistory')}
        </Menu.Item>
        {canRestore && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={18} stroke={1.5} aria-hidden />}
            onClick={createHandler((id) => onRestore({ type: 'record', id }))}
          >
            {t('history.restore.scope.record')}
          </Menu.Item>
        )}
        {canRestore && text && getPlainText(text) !== '' && (
          <Menu.Item
            leftSection={<IconTextPlus size={18} stroke={1.5} aria-hidden />}
            onClick={createHandler((id) => onRestore({ type: 'recordText', id }))}
          >
            {t('history.restore.scope.text')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
