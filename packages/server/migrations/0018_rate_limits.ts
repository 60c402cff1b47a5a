import type { Migration } from '../src/db/migration.ts'

/** Token buckets, from which attempts are taken before they are made; they replace counted failures. */
export const rateLimits: Migration = {
  name: '0018_rate_limits',
  up: ({ int, text, strict }) => [
    `create table rate_limits (
      key ${text} primary key,
      full_at ${int} not null,
      emptied ${int} not null
    )${strict}`,
    'create index rate_limits_full_at on rate_limits (full_at)',
    'drop table attempts',
  ],
  sample: [`insert into rate_limits (key, full_at, emptied) values ('login:sample', 1, 0)`],
}
