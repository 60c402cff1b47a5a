import type { Migration } from '../src/db/migration.ts'

/** A name that a server process keeps over restarts; its id changes with each start. */
export const nodeNames: Migration = {
  name: '0019_node_names',
  up: ({ text }) => [`alter table nodes add column name ${text} not null default ''`],
  sample: [`insert into nodes (id, name, alive_until) values ('n-named', 'machine', 1)`],
}
