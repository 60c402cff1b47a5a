import { Anchor, Button, Stack } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { languages } from '@tavla/locales'
import { useTranslation } from 'react-i18next'
import { getOfferedLanguage } from '../../platform/i18n.ts'
import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { changeLanguage } from './change-language.ts'

const languageItems = lazyCode(
  'language-items',
  async () => (await import('./language-items.tsx')).LanguageItems,
)

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
    <LazyOverlay type="menu" code={languageItems} render={(LanguageItems) => <LanguageItems />}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconWorld size={18} stroke={1.5} />}
        aria-label={t('preference.languageIs', { name: current.name })}
      >
        {current.name}
      </Button>
    </LazyOverlay>
  )
}
