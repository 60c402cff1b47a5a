import type { MemberGroup } from '@tavla/contract'
import { getGroupColor } from './group-colors.ts'
import classes from './groups.module.css'

/** A group's colour and name. */
export function GroupBadge({ group }: { group: Pick<MemberGroup, 'name' | 'color'> }) {
  return (
    <span className={classes.mark}>
      <GroupDot color={group.color} />
      {group.name}
    </span>
  )
}

/** Decorative: the name is shown beside it or in a label. */
export function GroupDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: getGroupColor(color) }} aria-hidden />
}
