import { Anchor, Button, Menu, Stack, useMantineColorScheme } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { IconCheck, IconWorld } from '@tabler/icons-react'
import { languages } from '@tavla/locales'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, getOfferedLanguage } from '../../platform/i18n.ts'
import { api } from '../../platform/network/api.ts'
import { session, settings } from '../../state/index.ts'

/** Sets the language of this browser and, for emails, of the account. */
export async function changeLanguage(id: string): Promise<void> {
  await chooseLanguage(id)
  if (!session.isLogin.peek()) return
  // If this fails, only emails stay in the old language; that is not worth an error message.
  await api.user.setProfile({ body: { lang: id } }, { quiet: true }).catch(() => undefined)
}

/** A menu of languages, each named in itself; until one is chosen, the browser's language is offered below it. */
export function LanguageMenu() {
  const { i18n } = useTranslation()
  const offered = getOfferedLanguage(i18n.language)
  return (
    <Stack gap={0} align="flex-end">
      <LanguageList />
      {offered && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          px={8}
          lang={offered.id}
          onClick={() => void changeLanguage(offered.id)}
        >
          {offered.offer}
        </Anchor>
      )}
    </Stack>
  )
}

function LanguageList() {
  const { t, i18n } = useTranslation()
  const current = languages.find(({ id }) => id === i18n.language) ?? languages[0]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconWorld size={18} stroke={1.5} />}
          aria-label={t('preference.languageIs', { name: current.name })}
        >
          {current.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(({ id, name }) => (
          <Menu.Item
            key={id}
            lang={id}
            onClick={() => void changeLanguage(id)}
            rightSection={id === current.id ? <IconCheck size={16} stroke={1.5} /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The colour scheme: stored in this browser at once, and in the account for other devices. */
export function useTheme(): { theme: MantineColorScheme; setTheme(theme: MantineColorScheme): void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return {
    theme: colorScheme,
    setTheme(theme) {
      setColorScheme(theme)
      if (session.isLogin.peek()) void settings.change({ theme }).catch(() => undefined)
    },
  }
}
