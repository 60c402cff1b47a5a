import type { Migration } from '../src/db/migration.ts'

/** What a smaller plan left over, in the smallest unit of the currency; later invoices use it up first. */
export const customerCredit: Migration = {
  name: '0034_customer_credit',
  up: ({ int }) => [`alter table customers add column credit ${int} not null default 0`],
  sample: [],
}
