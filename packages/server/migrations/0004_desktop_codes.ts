import type { Migration } from '../src/db/migration.ts'

/** Sign-ins of the desktop app that wait for its shell. */
export const desktopCodes: Migration = {
  name: '0004_desktop_codes',
  up: ({ int, text, strict }) => [
    `create table desktop_codes (
      hash ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      challenge ${text} not null,
      device ${text} not null,
      expires_at ${int} not null
    )${strict}`,
  ],
  sample: [
    `insert into desktop_codes (hash, uid, challenge, device, expires_at) values ('hh', 'u-sample', 'cc', 'Laptop', 9)`,
  ],
}
