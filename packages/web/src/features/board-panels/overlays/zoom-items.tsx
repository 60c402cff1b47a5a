import { Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../../platform/dom/use-signal.ts'
import { MenuOverlay } from '../../../ui/overlays/loaded/menu-overlay.tsx'
import { useBoard } from '../board-context.ts'
import { ShortcutText } from '../menus/keys.tsx'
import { getShownZoom } from './shown-zoom.ts'

const presets = [0.1, 0.25, 0.5, 2, 4]

/** Steps of the zoom, and what belongs to the view. */
export function ZoomItems() {
  const { i18n } = useTranslation('board')
  const { board } = useBoard()
  return (
    <MenuOverlay position="top" offset={12}>
      <ZoomField />
      <CommandItems />
      <Menu.Divider />
      {presets.map((to) => (
        <Menu.Item key={to} onClick={() => board.viewport.zoomTo(to)}>
          {new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(to)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <MinimapItem />
    </MenuOverlay>
  )
}

/** A separate component, so that availability is computed only while the menu is open. */
function CommandItems() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const getKeys = (id: string) => board.commands.find((command) => command.id === id)?.keys[0]
  return ['zoomToFit', 'zoomToSelection', 'zoomFull'].map((id) => (
    <Menu.Item
      key={id}
      disabled={!board.canRun(id)}
      rightSection={<ShortcutText keys={getKeys(id)} />}
      onClick={() => board.run(id)}
    >
      {t(`commands.${id}`)}
    </Menu.Item>
  ))
}

function MinimapItem() {
  const { t } = useTranslation('board')
  const { ui } = useBoard()
  return (
    <Menu.CheckboxItem
      checked={useSignal(ui.minimap)}
      rightSection={<ShortcutText keys="Mod+Shift+M" />}
      onChange={() => ui.toggleMinimap()}
    >
      {t('minimap')}
    </Menu.CheckboxItem>
  )
}

/** A field for the zoom in percent; values out of range are clamped. */
function ZoomField() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const zoom = useDerived(board, getShownZoom)
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    const percent = Number.parseFloat((typed ?? '').replace(',', '.'))
    if (Number.isFinite(percent) && percent > 0) board.viewport.zoomTo(percent / 100)
    setTyped(null)
  }
  return (
    <TextInput
      size="xs"
      p={4}
      inputMode="decimal"
      data-menu-item
      aria-label={t('zoomPercent')}
      rightSection="%"
      maxLength={8}
      value={typed ?? String(Math.round(zoom * 100))}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
        // The menu handles arrows, Tab and Escape; other keys are for the field.
        if (!['ArrowDown', 'ArrowUp', 'Escape', 'Tab'].includes(event.key)) event.stopPropagation()
      }}
    />
  )
}
