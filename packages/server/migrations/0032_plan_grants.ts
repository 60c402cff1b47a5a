import type { Migration } from '../src/db/migration.ts'

/** Plans granted by an administrator, and the object that a payment event is about, so that it can be replayed. */
export const planGrants: Migration = {
  name: '0032_plan_grants',
  up: ({ int, text, strict }) => [
    `create table plan_grants (
      uid ${text} primary key references accounts (uid) on delete cascade,
      plan ${text} not null,
      seats ${int} not null,
      ends_at ${int} not null,
      created_at ${int} not null
    )${strict}`,
    `alter table payment_events add column customer ${text}`,
    `alter table payment_events add column object ${text}`,
    'create index payments_created_at on payments (created_at, id)',
    'create index subscriptions_created_at on subscriptions (created_at, id)',
  ],
  sample: [
    `insert into plan_grants (uid, plan, seats, ends_at, created_at) values ('u-sample', 'pro', 5, 2, 1)`,
  ],
}
