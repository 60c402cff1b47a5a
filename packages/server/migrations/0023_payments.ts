import type { Migration } from '../src/db/migration.ts'

/**
 * What accounts have bought, as the provider last reported it. `source` is provider and mode, so that a test purchase
 * never counts where real money is taken. The sandbox provider has its own table, `sandbox_objects`.
 */
export const payments: Migration = {
  name: '0023_payments',
  up: ({ int, text, strict }) => [
    `create table customers (
      uid ${text} not null references accounts (uid) on delete cascade,
      source ${text} not null,
      customer_id ${text} not null,
      reads ${int} not null default 0,
      written_read ${int} not null default 0,
      checked_at ${int} not null,
      primary key (uid, source),
      unique (source, customer_id)
    )${strict}`,
    `create table subscriptions (
      id ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      source ${text} not null,
      product_id ${text} not null,
      plan ${text} not null,
      num ${int} not null,
      seats ${int} not null,
      price ${int} not null,
      currency ${text} not null,
      status ${text} not null,
      renews ${int} not null,
      paid_until ${int},
      end_announced_for ${int},
      failure_announced_for ${int},
      created_at ${int} not null
    )${strict}`,
    'create index subscriptions_uid on subscriptions (uid, source)',
    `create table payments (
      id ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      source ${text} not null,
      plan ${text} not null,
      num ${int} not null,
      amount ${int} not null,
      currency ${text} not null,
      state ${text} not null,
      receipt ${text},
      created_at ${int} not null
    )${strict}`,
    'create index payments_uid on payments (uid, source, created_at)',
    `create table payment_events (
      id ${text} not null,
      source ${text} not null,
      type ${text} not null,
      received_at ${int} not null,
      primary key (source, id)
    )${strict}`,
    'create index payment_events_received_at on payment_events (received_at)',
    `create table purchases (
      id ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      source ${text} not null,
      request ${text} not null,
      subscription_id ${text},
      created_at ${int} not null
    )${strict}`,
    'create index purchases_uid on purchases (uid, source)',
    `create table sandbox_objects (
      id ${text} primary key,
      position ${int} not null,
      body ${text} not null
    )${strict}`,
  ],
  sample: [
    `insert into customers (uid, source, customer_id, checked_at) values ('u-sample', 'sandbox', 'cus_1', 1)`,
    `insert into subscriptions (id, uid, source, product_id, plan, num, seats, price, currency, status, renews, paid_until, created_at)
      values ('sub_1', 'u-sample', 'sandbox', 'pro-12', 'pro', 12, 5, 6000, 'eur', 'active', 1, 9, 1)`,
    `insert into payments (id, uid, source, plan, num, amount, currency, state, created_at)
      values ('in_1', 'u-sample', 'sandbox', 'pro', 12, 30000, 'eur', 'paid', 1)`,
    `insert into payment_events (id, source, type, received_at) values ('evt_1', 'sandbox', 'invoice.paid', 1)`,
    `insert into purchases (id, uid, source, request, subscription_id, created_at)
      values ('buy_1', 'u-sample', 'sandbox', 'pro-12 5', 'sub_1', 1)`,
    `insert into sandbox_objects (id, position, body) values ('cus_1', 1, '{}')`,
  ],
}
