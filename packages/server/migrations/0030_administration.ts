import type { Migration } from '../src/db/migration.ts'

/**
 * Administration: its sessions and second factors, suspension, indexes for sorted lists of accounts and spaces, and
 * settings, invitations, announcements and reports.
 */
export const administration: Migration = {
  name: '0030_administration',
  up: ({ int, text, strict }) => [
    // Folded name and email address; existing rows are filled at the next start.
    `alter table accounts add column search_key ${text} not null default ''`,
    `alter table accounts add column suspended_at ${int}`,
    'create index accounts_created_at on accounts (created_at, uid)',
    'create index accounts_seen_at on accounts (seen_at, uid)',
    'create index accounts_search_key on accounts (search_key, uid)',
    'create index accounts_email_uid on accounts (email, uid) where email is not null',
    `create index accounts_administrators on accounts (uid) where role = 'administrator'`,
    'create index accounts_suspended on accounts (uid) where suspended_at is not null',
    `alter table sessions add column proved_at ${int}`,
    'create index spaces_created_at on spaces (created_at, wid)',
    'create index spaces_updated_at on spaces (updated_at, wid)',
    'create index spaces_name_key on spaces (name_key, wid)',
    `alter table feedback add column state ${text} not null default 'open'`,
    'create index audit_actor on audit (actor, at)',
    `create table second_factors (
      uid ${text} primary key references accounts (uid) on delete cascade,
      id ${text} not null,
      confirmed_at ${int},
      last_step ${int} not null
    )${strict}`,
    `create table recovery_codes (
      hash ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade
    )${strict}`,
    'create index recovery_codes_uid on recovery_codes (uid)',
    `create table server_settings (
      name ${text} primary key,
      value ${text} not null
    )${strict}`,
    `create table server_invitations (
      id ${text} primary key,
      email ${text} not null unique,
      created_at ${int} not null,
      expires_at ${int} not null
    )${strict}`,
    `create table announcements (
      id ${text} primary key,
      text ${text} not null,
      tone ${text} not null,
      audience ${text} not null,
      starts_at ${int} not null,
      ends_at ${int}
    )${strict}`,
    `create table reports (
      id ${text} primary key,
      wid ${text} not null,
      uid ${text},
      reason ${text} not null,
      note ${text} not null,
      state ${text} not null,
      created_at ${int} not null
    )${strict}`,
  ],
  sample: [
    `insert into second_factors (uid, id, confirmed_at, last_step) values ('u-sample', 'f', 1, 0)`,
    `insert into recovery_codes (hash, uid) values ('hh', 'u-sample')`,
    `insert into server_settings (name, value) values ('guests', 'true')`,
    `insert into server_invitations (id, email, created_at, expires_at) values ('si', 'new@example.com', 1, 2)`,
    `insert into announcements (id, text, tone, audience, starts_at) values ('an', 'Soon', 'info', 'everyone', 1)`,
    `insert into reports (id, wid, uid, reason, note, state, created_at)
      values ('rp', 'w-sample', 'u-sample', 'spam', '', 'open', 1)`,
  ],
}
