import type { Migration } from '../src/db/migration.ts'

/** What a process is called whenever it starts again; an id is one start of it. */
export const nodeNames: Migration = {
  name: '0019_node_names',
  up: ({ text }) => [`alter table nodes add column name ${text} not null default ''`],
  sample: [`insert into nodes (id, name, alive_until) values ('n-named', 'machine', 1)`],
}
