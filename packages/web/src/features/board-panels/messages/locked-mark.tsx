import { Button } from '@mantine/core'
import type { Board } from '@tavla/canvas'
import { IconLock, IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import classes from './locked-mark.module.css'

/** A lock icon at the corner of the locked element under the pointer; a click says who can unlock it. */
export function LockedMark() {
  const { board } = useBoard()
  const mark = useSignal(board.state.locked)
  const camera = useDerived(board, getCamera)
  const Icon = mark?.lock === 'admin' ? IconShieldLock : IconLock
  return (
    // Always mounted, so that screen readers announce its content.
    <div role="status">
      {mark && camera && (
        <div
          data-testid="locked"
          className={classes.mark}
          style={getCorner(mark, camera)}
          data-clicked={mark.clicked}
        >
          <Icon size={14} stroke={1.75} aria-hidden />
          {mark.clicked && <LockText mark={mark} />}
        </div>
      )}
    </div>
  )
}

/** Read only while the icon is shown. */
function getCamera({ state }: Board) {
  return state.locked.value && state.camera.value
}

type LockMark = NonNullable<Board['state']['locked']['value']>

/** The upper right corner of the element, moved into the view for large elements. */
function getCorner({ box, clicked }: LockMark, camera: Board['state']['camera']['value']) {
  const left = (box.x + box.w - camera.x) * camera.zoom - 12
  const top = (box.y - camera.y) * camera.zoom - 12
  return {
    left: `clamp(8px, ${left}px, calc(100% - ${clicked ? 312 : 36}px))`,
    top: `clamp(var(--board-top-edge, 72px), ${top}px, calc(100% - 120px))`,
  }
}

function LockText({ mark }: { mark: LockMark }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const unlock = () => {
    board.select([mark.id])
    board.run('lock')
  }
  return (
    <>
      <span>{t(`locked.${mark.lock}`)}</span>
      {mark.canUnlock && (
        <Button size="compact-xs" variant="light" onClick={unlock}>
          {t('unlock')}
        </Button>
      )}
    </>
  )
}
