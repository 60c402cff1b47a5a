import { Button, SegmentedControl } from '@mantine/core'
import { IconPresentation } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import type { PresenterAccess, Presenting } from '@tavla/contract/realtime'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'
import classes from '../../../ui/banner.module.css'
import { useBoard } from '../board-context.ts'

/** The presenter sets what others can do; the others see it and can follow. */
export function Presentation({ presenting }: { presenting: Presenting }) {
  const me = useSignal(session.userInfo)?.uid
  return (
    <div className={classes.banner} data-testid="presenting">
      <IconPresentation size={18} stroke={1.5} aria-hidden />
      {presenting.uid === me ? (
        <OwnPresentation allows={presenting.allows} />
      ) : (
        <OthersPresentation presenting={presenting} />
      )}
    </div>
  )
}

const choices = ['editor', 'contributor', 'viewer'] as const satisfies readonly PresenterAccess[]

function OwnPresentation({ allows }: { allows: PresenterAccess }) {
  const { t } = useTranslation('board')
  const { board, room } = useBoard()
  return (
    <>
      <span role="status">{t('presenting.mine')}</span>
      <OthersAccessControl allows={allows} />
      <Button size="compact-sm" variant="light" onClick={() => board.run('slideshow')}>
        {t('slides.show')}
      </Button>
      <Button size="compact-sm" variant="light" onClick={() => room.present(null)}>
        {t('presenting.stop')}
      </Button>
    </>
  )
}

/** For the presenter: what the others can do meanwhile. */
export function OthersAccessControl({ allows }: { allows: PresenterAccess }) {
  const { t } = useTranslation('board')
  const { room } = useBoard()
  return (
    <SegmentedControl<PresenterAccess>
      className={classes.switch ?? ''}
      size="xs"
      aria-label={t('presenting.allows')}
      data={choices.map((value) => ({ value, label: t(`presenting.allow.${value}`) }))}
      value={allows}
      onChange={(next) => room.present(next)}
    />
  )
}

function OthersPresentation({ presenting: { c, name, allows } }: { presenting: Presenting }) {
  const { t } = useTranslation('board')
  const { board, room } = useBoard()
  const role = useSignal(room.role) ?? 'viewer'
  const following = useSignal(board.viewport.following)
  const canStop = isAtLeast(role, 'admin')
  // People whose role allows no more than that are not limited by it.
  const remainingAccess = allows !== 'editor' && !canStop && isAtLeast(role, 'contributor') ? allows : null
  return (
    <>
      <span role="status">
        {t('presenting.theirs', { name })} {remainingAccess && t(`presenting.left.${remainingAccess}`)}
      </span>
      {following !== c && (
        <Button size="compact-sm" variant="light" onClick={() => board.viewport.follow(c)}>
          {t('presenting.follow')}
        </Button>
      )}
      {canStop && (
        <Button size="compact-sm" variant="subtle" onClick={() => room.present(null)}>
          {t('presenting.end')}
        </Button>
      )}
    </>
  )
}
