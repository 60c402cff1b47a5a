import { Skeleton } from '@mantine/core'
import { IconCloudOff, IconNoteOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './whiteboard.module.css'

interface BoardFallbackProps {
  title: string
  text: ReactNode
  role?: 'status' | 'alert'
  children?: ReactNode
}

/** Shown instead of a board that cannot be loaded; never an empty board. */
export function BoardFallback({ title, text, role, children }: BoardFallbackProps) {
  const Icon = role === 'alert' ? IconCloudOff : IconNoteOff
  return (
    <main className={`${classes.screen} ${classes.centre}`}>
      <EmptyState
        order={1}
        icon={<Icon size={28} stroke={1.5} aria-hidden />}
        title={title}
        text={text}
        {...(role ? { role } : {})}
      >
        {children}
      </EmptyState>
    </main>
  )
}

/** A placeholder is shown only after this delay, ms. */
const showDelayMs = 80

/** Placeholder with the layout of the board. */
export function BoardPlaceholder({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('board')
  const [shown, setShown] = useState(false)
  useEffect(() => clock.after(showDelayMs, () => setShown(true)), [])
  return (
    <main
      className={classes.screen}
      aria-busy="true"
      aria-label={t('opening.loading')}
      data-testid="board-loading"
    >
      {shown && (
        <>
          <div className={classes.top}>
            <Skeleton width="min(260px, 44vw)" height={46} radius="md" />
            <Skeleton width="min(120px, 24vw)" height={46} radius="md" />
          </div>
          <div className={classes.placeholder} aria-hidden="true">
            <Skeleton width={168} height={168} radius="sm" />
            <Skeleton width={220} height={120} radius="sm" />
            <Skeleton width={140} height={140} circle />
          </div>
          <div className={classes.bottom}>
            <Skeleton width="min(560px, calc(100vw - 24px))" height={46} radius="md" />
          </div>
        </>
      )}
      {children}
    </main>
  )
}
