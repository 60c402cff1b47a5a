import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '../members.module.css'

/** A heading with the rows of a list below it. */
export function TitledList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      <ul className={classes.list}>{children}</ul>
    </section>
  )
}
