import { VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconMinus, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { useCanOnlySuggest } from './allow-suggestions.ts'
import { BarButton, Rule } from './bar-button.tsx'
import { useBoard } from './board-context.ts'
import { zoomItems } from './overlays/lazy-board-overlays.ts'
import { getShownZoom } from './overlays/shown-zoom.ts'
import { RovingBar } from './roving-bar.tsx'

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

function Zoom() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  return (
    <>
      <BarButton
        label={t('commands.zoomOut')}
        shortcut="Mod+-"
        Icon={IconMinus}
        onClick={() => board.run('zoomOut')}
      />
      <LazyOverlay type="menu" code={zoomItems} render={(ZoomItems) => <ZoomItems />}>
        <BarButton label={t('zoom')} aria-label={undefined} style={{ minWidth: 60 }} data-testid="zoom">
          <ZoomText />
        </BarButton>
      </LazyOverlay>
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
