import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** What can be done now; the first one is the main act. */
  children?: ReactNode
  /** `status` for what arrives while one waits. */
  role?: 'status' | 'alert'
  order?: 1 | 2 | 3
}

/** What stands in the place of content that is empty, missing or not to be had. */
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
