import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

interface SectionProps {
  id?: string
  title: string
  text?: ReactNode
  children: ReactNode
}

/** A section of a settings page: title and description on the left, controls on the right. */
export function Section({ id, title, text, children }: SectionProps) {
  return (
    <section id={id} className={classes.section}>
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed" mt={4}>
            {text}
          </Text>
        )}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  )
}
