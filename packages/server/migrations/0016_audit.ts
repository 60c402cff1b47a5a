import type { Migration } from '../src/db/migration.ts'

/** The audit log of accounts and spaces; its rows outlive the accounts that they refer to. */
export const audit: Migration = {
  name: '0016_audit',
  up: ({ int, text, strict }) => [
    `create table audit (
      id ${text} primary key,
      at ${int} not null,
      event ${text} not null,
      actor ${text},
      subject ${text},
      wid ${text},
      device ${text},
      place ${text},
      data ${text} not null,
      seq ${int} unique,
      seal ${text}
    )${strict}`,
    'create index audit_subject on audit (subject, at)',
    'create index audit_at on audit (at)',
  ],
  sample: [
    `insert into audit (id, at, event, actor, subject, wid, device, place, data, seq, seal)
      values ('a-sealed', 4, 'sign_in', null, 'u-sample', null, 'Firefox, Linux', 'p', '{"way":"password"}', 1, 's')`,
    `insert into audit (id, at, event, actor, subject, wid, device, place, data, seq, seal)
      values ('a-fresh', 5, 'sign_in.failed', null, null, null, null, null, '{"way":"password"}', null, null)`,
  ],
}
