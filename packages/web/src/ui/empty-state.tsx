import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** Possible actions; the first is the primary one. */
  children?: ReactNode
  /** `status` for a state that appears while the user waits. */
  role?: 'status' | 'alert'
  order?: 1 | 2 | 3
}

/** Shown instead of content that is empty, missing or unavailable. */
export function EmptyState({ icon, title, text, children, role, order = 2 }: EmptyStateProps) {
  return (
    <div className={classes.face} role={role}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Title order={order} size="h3">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" className={classes.text}>
          {text}
        </Text>
      )}
      {children && <div className={classes.acts}>{children}</div>}
    </div>
  )
}
