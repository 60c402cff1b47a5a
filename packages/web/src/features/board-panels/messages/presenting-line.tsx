import { IconPresentation } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { lazyElement } from '../../../platform/chunks/lazy-element.tsx'
import { BarButton } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import { RovingBar } from '../roving-bar.tsx'

export const presentation = lazyCode(
  'presentation',
  async () => (await import('./presentation.tsx')).Presentation,
)
const Presentation = lazyElement(presentation)

/** Shown while someone presents. */
export function PresentingLine() {
  const { room } = useBoard()
  const presenting = useSignal(room.presenting)
  return presenting && <Presentation presenting={presenting} />
}

/** Shown to people who can present, while nobody does. */
export function PresentButton() {
  const { t } = useTranslation('board')
  const { board, room } = useBoard()
  const ability = useSignal(board.state.ability)
  const presenting = useSignal(room.presenting)
  if (presenting !== null || !isAtLeast(ability, 'editor')) return null
  return (
    <RovingBar label={t('commands.present')}>
      <BarButton
        label={t('commands.present')}
        Icon={IconPresentation}
        tooltipPosition="bottom"
        onClick={() => board.run('present')}
      />
    </RovingBar>
  )
}
