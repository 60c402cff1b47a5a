import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx'
import { BarButton } from '../bar-button.tsx'
import { boardItems } from '../overlays/lazy-board-overlays.ts'

/** Actions for the whole board, and navigation to the dashboard. */
export function BoardMenu({ onSelectFiles }: { onSelectFiles(): void }) {
  const { t } = useTranslation('board')
  return (
    <LazyOverlay
      type="menu"
      code={boardItems}
      render={(BoardItems) => <BoardItems onSelectFiles={onSelectFiles} />}
    >
      <BarButton label={t('menu.title')} Icon={IconMenu2} tooltipPosition="bottom" data-testid="board-menu" />
    </LazyOverlay>
  )
}
