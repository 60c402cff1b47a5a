import { Button, Menu, Text } from '@mantine/core'
import { IconArrowBackUp, IconMarquee2, IconRestore, IconUserMinus } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'

export const restoreScopes = ['board', 'region', 'person'] as const
export type ScopeName = (typeof restoreScopes)[number]

const icons = { board: IconRestore, region: IconMarquee2, person: IconUserMinus } as const

/** Restores the shown version: everything, an area, or all but one person's changes since. */
export function RestoreMenu({ onChoose }: { onChoose(scope: ScopeName): void }) {
  const { t } = useTranslation('board')
  const { replica } = useBoard()
  const { role } = useSignal(replica.actor)
  if (!isAtLeast(role, 'admin'))
    return (
      <Text size="sm" c="var(--tavla-muted)">
        {t('history.restore.adminsOnly')}
      </Text>
    )
  return (
    <Menu position="top-end" width={270}>
      <Menu.Target>
        <Button px="sm" leftSection={<IconArrowBackUp size={18} stroke={1.5} aria-hidden />}>
          {t('history.restore.ask')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {restoreScopes.map((scope) => {
          const Icon = icons[scope]
          return (
            <Menu.Item
              key={scope}
              leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
              onClick={() => onChoose(scope)}
            >
              {t(`history.restore.scope.${scope}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
