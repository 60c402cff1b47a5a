import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import banner from '../../ui/banner.module.css'
import { useBoard } from '../board-panels/index.ts'
import { useUndecidedCount } from './use-cards.ts'

/**
 * The collapsed panel: says that decisions are pending, and opens it. With enough space the panel opens
 * automatically once something has to be decided.
 */
export function MissedChangesPill({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation('board')
  const { ui, undecided } = useBoard()
  const items = useSignal(undecided.items)
  const panel = useSignal(ui.missedPanel)
  const missedChanges = useSignal(ui.missedChanges)
  const count = useUndecidedCount()
  const shown = Math.max(count, items.length)
  const before = useRef(0)
  useEffect(() => {
    if (shown > before.current && !narrow) ui.missedPanel.value ??= 'by-itself'
    before.current = shown
    // If it opened automatically, it closes when nothing is left.
    if (shown === 0 && missedChanges === null && ui.missedPanel.peek() === 'by-itself')
      ui.missedPanel.value = null
  }, [shown, narrow, missedChanges, ui])
  const isShown = panel === null && (shown > 0 || missedChanges !== null)
  const text =
    count > 0
      ? t('away.pill', { count })
      : missedChanges !== null
        ? t('away.news', { people: missedChanges.people })
        : t('away.keptTitle')
  return (
    <div role="status" data-hidden={!isShown}>
      {panel === 'by-itself' && count > 0 && (
        <VisuallyHidden>{t('away.announced', { count })}</VisuallyHidden>
      )}
      {isShown && (
        <div className={banner.banner} data-testid="news">
          <IconHistory size={18} stroke={1.5} aria-hidden />
          <span>{text}</span>
          <Button size="compact-sm" variant="light" onClick={() => void (ui.missedPanel.value = 'by-hand')}>
            {t('away.open')}
          </Button>
          {shown === 0 && (
            <CloseButton
              className={banner.close ?? ''}
              size="sm"
              aria-label={t('common:act.close')}
              onClick={() => void (ui.missedChanges.value = null)}
            />
          )}
        </div>
      )}
    </div>
  )
}
