import { Menu } from '@mantine/core'
import {
  IconActivity,
  IconBooks,
  IconFileExport,
  IconFileImport,
  IconHistory,
  IconHome,
  IconKeyboard,
  IconLogout,
  IconMaximize,
  IconMinimize,
  IconMoon,
  IconPencil,
  IconPresentation,
  IconSearch,
  IconSlideshow,
  IconUsers,
  IconWorld,
  IconZoomScan,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../platform/navigation/link.tsx'
import { changeLanguage, useTheme } from '../../account/index.ts'
import { languages } from '@tavla/locales'
import { useDesktopFullscreen } from '../../../platform/desktop/desktop-fullscreen.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { toasts } from '../../../platform/toast.ts'
import { MenuOverlay } from '../../../ui/overlays/loaded/menu-overlay.tsx'
import { setAllowsSuggestions, useAllowsSuggestions } from '../allow-suggestions.ts'
import { useBoard } from '../board-context.ts'
import { ShortcutText } from '../menus/keys.tsx'

/** Actions for the whole board, and navigation to the dashboard. */
export function BoardItems({ onSelectFiles }: { onSelectFiles(): void }) {
  const { t } = useTranslation('board')
  const { board, room, ui, space } = useBoard()
  const canAdd = board.canUse('rect')
  // A presenter changes which actions are available.
  useSignal(room.presenting)
  useSignal(board.state.ability)
  return (
    <MenuOverlay position="bottom-start" width={264} offset={10}>
      <Menu.Item component={Link} to="/dashboard" leftSection={<Face Icon={IconHome} />}>
        {t('menu.dashboard')}
      </Menu.Item>
      <Menu.Divider />
      {isAtLeast(space.role, 'admin') && (
        <Menu.Item leftSection={<Face Icon={IconPencil} />} onClick={() => ui.open({ type: 'rename' })}>
          {t('menu.rename')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Face Icon={IconUsers} />} onClick={() => ui.open({ type: 'members' })}>
        {t('menu.members')}
      </Menu.Item>
      {board.canRun('present') && (
        <Menu.Item leftSection={<Face Icon={IconPresentation} />} onClick={() => board.run('present')}>
          {t('commands.present')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Face Icon={IconSlideshow} />}
        rightSection={<ShortcutText keys="Alt+Shift+P" />}
        onClick={() => board.run('slideshow')}
      >
        {t('commands.slideshow')}
      </Menu.Item>
      {canAdd && (
        <Menu.Item leftSection={<Face Icon={IconFileImport} />} onClick={onSelectFiles}>
          {t('menu.import')}
        </Menu.Item>
      )}
      {canAdd && (
        <Menu.Item leftSection={<Face Icon={IconBooks} />} onClick={() => board.run('toggleStamps')}>
          {t('commands.toggleStamps')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Face Icon={IconFileExport} />}
        onClick={() => ui.open({ type: 'export', as: 'png' })}
      >
        {t('menu.export')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Face Icon={IconHistory} />}
        onClick={() => ui.open({ type: 'history', since: null })}
      >
        {t('menu.history')}
      </Menu.Item>
      <Menu.Divider />
      <ViewItems />
      <ThemeMenu />
      <LanguageSubMenu />
      <Menu.Divider />
      <Menu.Item
        leftSection={<Face Icon={IconKeyboard} />}
        rightSection={<ShortcutText keys="?" />}
        onClick={() => ui.open({ type: 'help' })}
      >
        {t('menu.help')}
      </Menu.Item>
      <Menu.Item leftSection={<Face Icon={IconActivity} />} onClick={() => ui.open({ type: 'health' })}>
        {t('commands.boardHealth')}
      </Menu.Item>
      <Menu.Item leftSection={<Face Icon={IconLogout} />} onClick={() => ui.open({ type: 'logout' })}>
        {t('common:account.logout')}
      </Menu.Item>
    </MenuOverlay>
  )
}

/** Find, and what concerns the view. */
function ViewItems() {
  const { t } = useTranslation('board')
  const { board, space } = useBoard()
  const grid = useSignal(board.state.grid)
  const snapping = useSignal(board.state.snapping)
  return (
    <>
      <Menu.Item
        leftSection={<Face Icon={IconSearch} />}
        rightSection={<ShortcutText keys="Mod+F" />}
        onClick={() => board.run('find')}
      >
        {t('commands.find')}
      </Menu.Item>
      <Menu.CheckboxItem
        checked={grid}
        rightSection={<ShortcutText keys="Mod+'" />}
        onChange={() => board.run('toggleGrid')}
      >
        {t('menu.grid')}
      </Menu.CheckboxItem>
      <Menu.CheckboxItem checked={snapping} onChange={() => board.run('toggleSnapping')}>
        {t('menu.snapping')}
      </Menu.CheckboxItem>
      {isAtLeast(space.role, 'admin') && <SuggestionsItem />}
      <Menu.Item
        leftSection={<Face Icon={IconZoomScan} />}
        rightSection={<ShortcutText keys="Shift+1" />}
        onClick={() => board.run('zoomToFit')}
      >
        {t('commands.zoomToFit')}
      </Menu.Item>
      <FullscreenItem />
    </>
  )
}

/** Only in the desktop app: a browser's window belongs to the browser. */
function FullscreenItem() {
  const { t } = useTranslation('board')
  const fullscreen = useDesktopFullscreen()
  if (!fullscreen) return null
  return (
    <Menu.Item
      leftSection={<Face Icon={fullscreen.isOn ? IconMinimize : IconMaximize} />}
      rightSection={<ShortcutText keys="F11" />}
      onClick={fullscreen.toggle}
    >
      {t(fullscreen.isOn ? 'slides.leaveFullscreen' : 'slides.fullscreen')}
    </Menu.Item>
  )
}

/** A setting of the board that applies to everyone. */
function SuggestionsItem() {
  const { t } = useTranslation('board')
  const { replica } = useBoard()
  const allows = useAllowsSuggestions(replica.document)
  return (
    <Menu.CheckboxItem
      checked={allows}
      onChange={() => {
        const refusal = setAllowsSuggestions(!allows, replica)
        if (refusal) toasts.note(t(`board.refused.${refusal.refused}`))
      }}
    >
      {t('suggestions.allow')}
    </Menu.CheckboxItem>
  )
}

function Face({ Icon }: { Icon: Icon }) {
  return <Icon size={18} stroke={1.5} aria-hidden />
}

function ThemeMenu() {
  const { t } = useTranslation('board')
  const { theme, setTheme } = useTheme()
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Face Icon={IconMoon} />}>{t('common:preference.theme')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup value={theme} onChange={(id) => setTheme(id as typeof theme)}>
          {(['light', 'dark', 'auto'] as const).map((id) => (
            <Menu.RadioItem key={id} value={id}>
              {t(`common:preference.themes.${id}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function LanguageSubMenu() {
  const { t, i18n } = useTranslation('board')
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Face Icon={IconWorld} />}>
          {t('common:preference.language')}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup value={i18n.language} onChange={(id) => void changeLanguage(id)}>
          {languages.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} lang={id}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
