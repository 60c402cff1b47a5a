import { Input, SegmentedControl, Select, Switch } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeLanguage, useTheme } from '../../features/account/index.ts'
import { getFailureText } from '../../platform/failure.ts'
import { languages } from '@tavla/locales'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { settings } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'

const themes: readonly MantineColorScheme[] = ['light', 'dark', 'auto']

/** Language, appearance and keyboard shortcuts. */
export function PreferenceSection() {
  const { t, i18n } = useTranslation('userinfo')
  const { theme, setTheme } = useTheme()
  const { letterKeys, typeToEdit } = useSignal(settings.user)
  const change = useMutation({ mutationFn: settings.change })
  return (
    <Section id="preferences" title={t('preferences.title')} text={t('preferences.text')}>
      <Select
        label={t('common:preference.language')}
        data={languages.map(({ id, name }) => ({ value: id, label: name }))}
        value={i18n.language}
        onChange={(id) => id !== null && void changeLanguage(id)}
      />
      <Input.Wrapper label={t('common:preference.theme')} labelElement="div" id="theme">
        <SegmentedControl
          fullWidth
          aria-label={t('common:preference.theme')}
          data={themes.map((id) => ({ value: id, label: t(`common:preference.themes.${id}`) }))}
          value={theme}
          onChange={(id) => setTheme(id)}
        />
      </Input.Wrapper>
      <Switch
        label={t('preferences.letterKeys')}
        description={t('preferences.letterKeysText')}
        checked={letterKeys !== false}
        onChange={(event) => change.mutate({ letterKeys: event.currentTarget.checked })}
      />
      <Switch
        label={t('preferences.typeToEdit')}
        description={t('preferences.typeToEditText')}
        disabled={letterKeys === false}
        checked={letterKeys !== false && typeToEdit !== false}
        onChange={(event) => change.mutate({ typeToEdit: event.currentTarget.checked })}
      />
      <FailureNote text={change.error && getFailureText(change.error)} />
    </Section>
  )
}
