import type { Migration } from '../src/db/migration.ts'

/**
 * A chain hash for each edit and for each board's head. Existing rows have none: a board gets its first when its
 * lease is next taken, so that this migration costs the same for journals of any length.
 */
export const chain: Migration = {
  name: '0021_chain',
  up: ({ text }) => [
    `alter table journal add column chain ${text} not null default ''`,
    `alter table boards add column chain ${text} not null default ''`,
  ],
  sample: [`update boards set chain = 'c-sample' where wid = 'w-sample'`],
}
