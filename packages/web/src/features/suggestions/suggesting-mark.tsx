import { ActionIcon, VisuallyHidden } from '@mantine/core'
import type { Board } from '@tavla/canvas'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import { LazyTooltip } from '../../ui/overlays/lazy-tooltip.tsx'
import { useBoard, usePersonPaint } from '../board-panels/index.ts'
import { toScreenBox } from './to-screen-box.ts'
import classes from './suggestions.module.css'

/** Around a text typed as a suggestion: says so, with buttons to send or discard it. */
export function SuggestingMark() {
  const { t } = useTranslation('board')
  const { board, replica } = useBoard()
  const position = useSignal(board.state.suggesting)
  const camera = useDerived(board, getCamera)
  const { uid } = useSignal(replica.actor)
  const paint = usePersonPaint()(uid)
  const box = position && camera && toScreenBox(position, camera)
  return (
    <div className={classes.marks}>
      {/* Always mounted, so that screen readers announce its content. */}
      <VisuallyHidden>
        <div role="status">{box ? t('suggestions.typingHint') : ''}</div>
      </VisuallyHidden>
      {position && box && (
        <>
          <div
            className={classes.outline}
            style={{
              left: box.x,
              top: box.y,
              width: box.w,
              height: box.h,
              rotate: `${position.r}deg`,
              color: paint,
            }}
          />
          <div
            className={`${classes.tag} ${classes.typing}`}
            role="group"
            aria-label={t('suggestions.typing')}
            data-testid="suggesting"
            style={{
              left: `clamp(8px, ${box.x}px, calc(100% - 232px))`,
              top: `clamp(var(--board-top-edge, 68px), ${box.y + box.h + 8}px, calc(100% - 172px))`,
            }}
          >
            <span className={classes.dot} style={{ background: paint }} aria-hidden="true" />
            <span className={classes.name}>{t('suggestions.typing')}</span>
            <LazyTooltip label={t('suggestions.send')}>
              <ActionIcon
                variant="light"
                size={26}
                aria-label={t('suggestions.send')}
                onClick={() => board.endText('keep')}
              >
                <IconCheck size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </LazyTooltip>
            <LazyTooltip label={t('suggestions.discard')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={26}
                aria-label={t('suggestions.discard')}
                onClick={() => board.endText('discard')}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </LazyTooltip>
          </div>
        </>
      )}
    </div>
  )
}

/** Read only while the mark is shown. */
function getCamera({ state }: Board) {
  return state.suggesting.value && state.camera.value
}
