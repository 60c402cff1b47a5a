import type { Migration } from '../src/db/migration.ts'

/** The local inbox shows the HTML of emails, too. */
export const emailPages: Migration = {
  name: '0007_letter_pages',
  up: ({ text }) => [`alter table local_mails add column html ${text} not null default ''`],
  sample: [
    `insert into local_mails (id, "to", subject, text, html, created_at)
      values ('m-page', 'ada@example.com', 'Hi', 'Text', '<p>Text</p>', 2)`,
  ],
}
