import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { languages } from '@tavla/locales'
import { useTranslation } from 'react-i18next'
import { MenuOverlay } from '../../ui/overlays/loaded/menu-overlay.tsx'
import { changeLanguage } from './change-language.ts'

/** The languages, each named in itself. */
export function LanguageItems() {
  const { i18n } = useTranslation()
  return (
    <MenuOverlay position="bottom-end">
      {languages.map(({ id, name }) => (
        <Menu.Item
          key={id}
          lang={id}
          onClick={() => void changeLanguage(id)}
          rightSection={id === i18n.language ? <IconCheck size={16} stroke={1.5} /> : null}
        >
          {name}
        </Menu.Item>
      ))}
    </MenuOverlay>
  )
}
