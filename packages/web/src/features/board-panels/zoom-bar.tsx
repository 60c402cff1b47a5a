import { Menu, TextInput, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Board } from '@tavla/canvas'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import { useCanOnlySuggest } from './allow-suggestions.ts'
import { BarButton, Rule } from './bar-button.tsx'
import { useBoard } from './board-context.ts'
import { RovingBar } from './roving-bar.tsx'
import { ShortcutText } from './menus/keys.tsx'

/** Zoom, undo and redo. */
export function ZoomBar() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const canSuggest = useCanOnlySuggest()
  const canUndoOrRedo = useSignal(board.state.saveState) !== 'read-only' || canSuggest
  return (
    <RovingBar label={t('zoomBar')}>
      <Zoom />
      {canUndoOrRedo && <Rule />}
      {canUndoOrRedo && <UndoButtons />}
    </RovingBar>
  )
}

/** Undo and redo without zoom, for touch screens. */
export function UndoBar() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const canSuggest = useCanOnlySuggest()
  if (useSignal(board.state.saveState) === 'read-only' && !canSuggest) return null
  return (
    <RovingBar label={t('stepsBar')}>
      <UndoButtons />
    </RovingBar>
  )
}

/** A separate component, so that availability is computed only while the menu is open. */
function ZoomItems() {
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

/** Rounded to the precision of the label. */
const getShownZoom = ({ state }: Board): number => Math.round(state.camera.value.zoom * 100) / 100

const presets = [0.1, 0.25, 0.5, 2, 4]

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

function Zoom() {
  const { t, i18n } = useTranslation('board')
  const { board } = useBoard()
  return (
    <>
      <BarButton
        label={t('commands.zoomOut')}
        shortcut="Mod+-"
        Icon={IconMinus}
        onClick={() => board.run('zoomOut')}
      />
      <Menu position="top" offset={12}>
        <Menu.Target>
          <BarButton label={t('zoom')} aria-label={undefined} style={{ minWidth: 60 }} data-testid="zoom">
            <ZoomText />
          </BarButton>
        </Menu.Target>
        <Menu.Dropdown>
          <ZoomField />
          <ZoomItems />
          <Menu.Divider />
          {presets.map((to) => (
            <Menu.Item key={to} onClick={() => board.viewport.zoomTo(to)}>
              {new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(to)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <MinimapItem />
        </Menu.Dropdown>
      </Menu>
      <BarButton
        label={t('commands.zoomIn')}
        shortcut="Mod+Plus"
        Icon={IconPlus}
        onClick={() => board.run('zoomIn')}
      />
    </>
  )
}

/** Apart, since it changes with every frame of a zoom: the name of the button and its text. */
function ZoomText() {
  const { t, i18n } = useTranslation('board')
  const { board } = useBoard()
  const zoom = useDerived(board, getShownZoom)
  const format = useMemo(() => new Intl.NumberFormat(i18n.language, { style: 'percent' }), [i18n.language])
  const percent = format.format(zoom)
  return (
    <>
      <VisuallyHidden>{t('zoomIs', { percent })}</VisuallyHidden>
      <span aria-hidden>{percent}</span>
    </>
  )
}

function UndoButtons() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const canUndo = useSignal(board.state.canUndo)
  const canRedo = useSignal(board.state.canRedo)
  return (
    <>
      <BarButton
        label={t('commands.undo')}
        shortcut="Mod+Z"
        Icon={IconArrowBackUp}
        disabled={!canUndo}
        onClick={() => board.run('undo')}
      />
      <BarButton
        label={t('commands.redo')}
        shortcut="Mod+Shift+Z"
        Icon={IconArrowForwardUp}
        disabled={!canRedo}
        onClick={() => board.run('redo')}
      />
    </>
  )
}
