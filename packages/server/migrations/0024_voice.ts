import type { Migration } from '../src/db/migration.ts'

/** How long people were in voice rooms, and the usage counted against the owners' plans. */
export const voice: Migration = {
  name: '0024_voice',
  up: ({ int, text, strict }) => [
    `create table voice_stays (
      id ${text} not null primary key,
      owner ${text} not null,
      wid ${text} not null,
      uid ${text} not null,
      engine ${text} not null,
      started_at ${int} not null,
      last_evidence_at ${int} not null,
      ended_at ${int},
      cause ${text},
      billed_ms ${int} not null,
      debits ${int} not null
    )${strict}`,
    'create index voice_stays_by_evidence on voice_stays (last_evidence_at) where ended_at is null',
    `create table voice_usage (
      owner ${text} not null,
      month ${text} not null,
      used_ms ${int} not null,
      primary key (owner, month)
    )${strict}`,
  ],
  sample: [
    `insert into voice_stays (id, owner, wid, uid, engine, started_at, last_evidence_at, billed_ms, debits)
      values ('v-sample', 'u-sample', 'w-sample', 'u-sample', 'embedded', 1, 1, 0, 0)`,
    `insert into voice_usage (owner, month, used_ms) values ('u-sample', '2026-11', 1)`,
  ],
}
