import { Input, SegmentedControl, Select } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeLanguage, useTheme } from '../../features/account/index.ts'
import { languages } from '../../platform/i18n.ts'
import { Section } from '../../ui/section.tsx'

const themes: readonly MantineColorScheme[] = ['light', 'dark', 'auto']

/** Language and appearance. */
export function PreferenceSection() {
  const { t, i18n } = useTranslation('userinfo')
  const { theme, choose } = useTheme()
  return (
    <Section title={t('preferences.title')} text={t('preferences.text')}>
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
          onChange={(id) => choose(id)}
        />
      </Input.Wrapper>
    </Section>
  )
}
