import type { MemberGroup } from '@tavla/contract'
import { groupPaint } from './group-colors.ts'
import classes from './groups.module.css'

/** A group by its colour and name. */
export function GroupMark({ group }: { group: Pick<MemberGroup, 'name' | 'color'> }) {
  return (
    <span className={classes.mark}>
      <GroupDot color={group.color} />
      {group.name}
    </span>
  )
}

/** Its name stands beside it or in a label. */
export function GroupDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: groupPaint(color) }} aria-hidden />
}
