import type { Migration } from '../src/db/migration.ts'

/** What processes of one database tell each other, and who has which space open at which of them. */
export const nodeMessages: Migration = {
  name: '0037_node_messages',
  up: ({ int, text, ownId, strict }) => [
    `create table node_messages (
      id ${ownId},
      node ${text} not null,
      sent_at ${int} not null,
      body ${text} not null
    )${strict}`,
    `create table online (
      node ${text} not null,
      wid ${text} not null,
      people ${text} not null,
      primary key (node, wid)
    )${strict}`,
    'create index online_wid on online (wid)',
  ],
  sample: [
    `insert into node_messages (node, sent_at, body) values ('n-sample', 1, '[]')`,
    `insert into online (node, wid, people) values ('n-sample', 'w-sample', '[]')`,
  ],
}
