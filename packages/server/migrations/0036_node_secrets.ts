import type { Migration } from '../src/db/migration.ts'

/** Proof of the secret that a process has, so that one with another secret does not start beside it. */
export const nodeSecrets: Migration = {
  name: '0036_node_secrets',
  up: ({ text }) => [`alter table nodes add column secret_check ${text} not null default ''`],
  sample: [],
}
