import type { Migration } from '../src/db/migration.ts'

/** Jobs, stored answers of creating calls, notifications, the local inbox, feedback and client logs. */
export const operation: Migration = {
  name: '0003_operation',
  up: ({ int, text, blob, strict }) => [
    `create table promises (
      id ${text} primary key,
      kind ${text} not null,
      key ${text} not null unique,
      payload ${text} not null,
      run_at ${int} not null,
      tries ${int} not null,
      taken_until ${int} not null,
      failed_at ${int},
      last_error ${text}
    )${strict}`,
    'create index promises_run_at on promises (run_at)',
    `create table answers (
      key_hash ${text} primary key,
      request_hash ${text} not null,
      status ${int} not null,
      sealed ${blob} not null,
      created_at ${int} not null
    )${strict}`,
    'create index answers_created_at on answers (created_at)',
    `create table local_mails (
      id ${text} primary key,
      "to" ${text} not null,
      subject ${text} not null,
      text ${text} not null,
      created_at ${int} not null
    )${strict}`,
    `create table notices (
      id ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      type ${int} not null,
      wid ${text} not null,
      space_name ${text} not null,
      data ${text} not null,
      created_at ${int} not null,
      read_at ${int}
    )${strict}`,
    'create index notices_uid on notices (uid, created_at)',
    `create table feedback (
      id ${text} primary key,
      uid ${text},
      content ${text} not null,
      kind ${text},
      page ${text},
      email ${text},
      created_at ${int} not null
    )${strict}`,
    `create table client_logs (
      id ${text} primary key,
      uid ${text},
      level ${text} not null,
      log ${text} not null,
      created_at ${int} not null
    )${strict}`,
    'create index client_logs_created_at on client_logs (created_at)',
  ],
  sample: [
    `insert into promises (id, kind, key, payload, run_at, tries, taken_until)
      values ('p-sample', 'mail', 'mail:1', '{}', 1, 0, 0)`,
    `insert into local_mails (id, "to", subject, text, created_at) values ('m-sample', 'ada@example.com', 'Hi', 'Text', 1)`,
    `insert into notices (id, uid, type, wid, space_name, data, created_at)
      values ('n-sample', 'u-sample', 1001, 'w-sample', 'Plans', '{"user":"g-sample"}', 1)`,
    `insert into feedback (id, content, created_at) values ('fb-sample', 'Nice', 1)`,
    `insert into client_logs (id, level, log, created_at) values ('cl-sample', 'warn', 'slow', 1)`,
  ],
}
