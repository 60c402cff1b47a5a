import type { Migration } from '../src/db/migration.ts'

/** Accounts, their sessions, mailed codes and links, wrong tries, and tickets for the live socket. */
export const accounts: Migration = {
  name: '0001_accounts',
  up: ({ int, text, strict }) => [
    `create table accounts (
      uid ${text} primary key,
      kind ${text} not null,
      email ${text} unique,
      verified_at ${int},
      name ${text} not null,
      photo ${text},
      password ${text},
      guest_secret ${text},
      role ${text} not null,
      occupation ${text},
      staff_num ${text},
      trade ${text},
      lang ${text},
      country ${text},
      from_product ${text},
      guide ${text} not null,
      free_click ${int} not null,
      settings ${text} not null,
      notify ${text},
      voice ${text},
      created_at ${int} not null,
      seen_at ${int} not null
    )${strict}`,
    `create table sessions (
      id ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      token_hash ${text} not null unique,
      kind ${text} not null,
      agent ${text} not null,
      keep_ms ${int} not null,
      created_at ${int} not null,
      active_at ${int} not null,
      expires_at ${int} not null
    )${strict}`,
    'create index sessions_uid on sessions (uid)',
    'create index sessions_expires_at on sessions (expires_at)',
    `create table codes (
      id ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      purpose ${text} not null,
      email ${text} not null,
      created_at ${int} not null,
      expires_at ${int} not null,
      tries ${int} not null,
      unique (uid, purpose)
    )${strict}`,
    `create table resets (
      id ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      token_hash ${text} not null unique,
      created_at ${int} not null,
      expires_at ${int} not null
    )${strict}`,
    'create index resets_uid on resets (uid)',
    `create table attempts (
      key ${text} primary key,
      failures ${int} not null,
      first_at ${int} not null,
      blocked_until ${int} not null
    )${strict}`,
    `create table live_tickets (
      hash ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      session_id ${text} not null references sessions (id) on delete cascade,
      expires_at ${int} not null
    )${strict}`,
  ],
  sample: [
    `insert into accounts (uid, kind, email, verified_at, name, role, guide, free_click, settings, created_at, seen_at)
      values ('u-sample', 'full', 'ada@example.com', 1, 'Ada', 'administrator', '{}', 0, '{}', 1, 2)`,
    `insert into accounts (uid, kind, name, role, guest_secret, guide, free_click, settings, created_at, seen_at)
      values ('g-sample', 'guest', 'Guest', 'user', 'aa', '{"board":"done"}', 1, '{}', 1, 2)`,
    `insert into sessions (id, uid, token_hash, kind, agent, keep_ms, created_at, active_at, expires_at)
      values ('s-sample', 'u-sample', 'bb', 'browser', 'Tests', 86400000, 1, 2, 86400002)`,
    `insert into codes (id, uid, purpose, email, created_at, expires_at, tries)
      values ('c-sample', 'u-sample', 'address', 'ada@example.com', 1, 2, 0)`,
    `insert into resets (id, uid, token_hash, created_at, expires_at) values ('r-sample', 'u-sample', 'cc', 1, 2)`,
    `insert into attempts (key, failures, first_at, blocked_until) values ('login', 1, 1, 0)`,
    `insert into live_tickets (hash, uid, session_id, expires_at) values ('dd', 'u-sample', 's-sample', 9)`,
  ],
}
