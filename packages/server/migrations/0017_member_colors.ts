import type { Migration } from '../src/db/migration.ts'

/** Each member of a space has a colour there, so that people on one board can be distinguished. */
export const memberColors: Migration = {
  name: '0017_member_colors',
  up: ({ int }) => [
    `alter table members add column color ${int} not null default 0`,
    // In the order in which they joined, so that the first twelve have colours of their own.
    `update members set color = (
      select count(*) from members as earlier
      where earlier.wid = members.wid
        and (earlier.joined_at < members.joined_at
          or (earlier.joined_at = members.joined_at and earlier.uid < members.uid))
    ) % 12`,
  ],
  sample: [],
}
