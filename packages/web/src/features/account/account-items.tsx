import { Menu, Text } from '@mantine/core'
import {
  IconAppWindow,
  IconDeviceDesktop,
  IconLogout,
  IconMessage,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserPlus,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { appInstall } from '../../platform/dom/app-install.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import type { StoredUser } from '../../platform/storage-keys.ts'
import { MenuOverlay } from '../../ui/overlays/loaded/menu-overlay.tsx'
import { useTheme } from './use-theme.ts'

const themes = [
  { id: 'light', Icon: IconSun },
  { id: 'dark', Icon: IconMoon },
  { id: 'auto', Icon: IconDeviceDesktop },
] as const

interface AccountItemsProps {
  user: StoredUser
  onFeedback(): void
  onLogOut(): void
}

/** Settings, feedback, theme, sign-out. */
export function AccountItems({ user, onFeedback, onLogOut }: AccountItemsProps) {
  const { t } = useTranslation()
  const { theme, setTheme } = useTheme()
  const install = useSignal(appInstall.open)
  const isGuest = user.kind === 'guest'
  return (
    <MenuOverlay position="bottom-end" width={248}>
      <Menu.Label>
        <Text size="sm" fw={500} c="var(--tavla-ink)" truncate>
          {user.name}
        </Text>
        <Text size="xs" truncate>
          {isGuest ? t('account.guest') : user.email}
        </Text>
      </Menu.Label>
      <Menu.Divider />
      <Menu.Item component={Link} to="/userinfo" leftSection={<IconSettings size={18} stroke={1.5} />}>
        {t('account.settings')}
      </Menu.Item>
      {isGuest && (
        <Menu.Item
          component={Link}
          to="/userinfo#upgrade"
          leftSection={<IconUserPlus size={18} stroke={1.5} />}
        >
          {t('account.upgrade')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconMessage size={18} stroke={1.5} />} onClick={onFeedback}>
        {t('account.feedback')}
      </Menu.Item>
      {install && (
        <Menu.Item leftSection={<IconAppWindow size={18} stroke={1.5} />} onClick={install}>
          {t('account.install')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>{t('preference.theme')}</Menu.Label>
      <Menu.RadioGroup value={theme} onChange={(id) => setTheme(id as typeof theme)}>
        {themes.map(({ id, Icon }) => (
          <Menu.RadioItem
            key={id}
            value={id}
            closeMenuOnClick={false}
            rightSection={<Icon size={18} stroke={1.5} aria-hidden />}
          >
            {t(`preference.themes.${id}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={18} stroke={1.5} />} onClick={onLogOut}>
        {t('account.logout')}
      </Menu.Item>
    </MenuOverlay>
  )
}
