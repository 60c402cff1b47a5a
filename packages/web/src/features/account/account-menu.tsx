import { Menu, Text, UnstyledButton } from '@mantine/core'
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
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { appInstall } from '../../platform/dom/app-install.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { FeedbackDialog } from '../feedback/index.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import classes from './account-menu.module.css'
import { useLogout } from './logout.tsx'
import { useTheme } from './preferences.tsx'

const themes = [
  { id: 'light', Icon: IconSun },
  { id: 'dark', Icon: IconMoon },
  { id: 'auto', Icon: IconDeviceDesktop },
] as const

/** Menu of the signed-in account: settings, feedback, theme, sign-out. */
export function AccountMenu() {
  const { t } = useTranslation()
  const user = useSignal(session.userInfo)
  const { theme, setTheme } = useTheme()
  const install = useSignal(appInstall.open)
  const logout = useLogout()
  const [isFeedbackOpen, setIsFeedbackOpen] = useState(false)
  if (user === null) return null
  const isGuest = user.kind === 'guest'
  return (
    <>
      <Menu position="bottom-end" width={248}>
        <Menu.Target>
          <UnstyledButton className={classes.me ?? ''} aria-label={t('account.menu', { name: user.name })}>
            <PersonAvatar id={user.uid} name={user.name} photo={user.photo} size={32} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
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
          <Menu.Item
            leftSection={<IconMessage size={18} stroke={1.5} />}
            onClick={() => setIsFeedbackOpen(true)}
          >
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
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.5} />} onClick={logout.askOrLogOut}>
            {t('account.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {logout.dialog}
      <FeedbackDialog opened={isFeedbackOpen} onClose={() => setIsFeedbackOpen(false)} />
    </>
  )
}
