import type { Migration } from '../src/db/migration.ts'

/** Where the other processes reach this one, to forward pages to the owner of their board. */
export const nodeUrls: Migration = {
  name: '0035_node_urls',
  up: ({ text }) => [`alter table nodes add column url ${text} not null default ''`],
  sample: [],
}
