import type { Migration } from '../src/db/migration.ts'

/** Social sign-in: identities, sign-ins under way, and identities waiting to be linked to an account. */
export const social: Migration = {
  name: '0006_social',
  up: ({ int, text, strict }) => [
    `create table identities (
      issuer ${text} not null,
      subject ${text} not null,
      provider ${text} not null,
      uid ${text} not null references accounts (uid) on delete cascade,
      created_at ${int} not null,
      primary key (issuer, subject),
      unique (uid, provider)
    )${strict}`,
    `create table social_links (
      hash ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      provider ${text} not null,
      issuer ${text} not null,
      subject ${text} not null,
      verified_email ${text},
      expires_at ${int} not null
    )${strict}`,
    'create index social_links_uid on social_links (uid)',
    `create table social_states (
      hash ${text} primary key,
      provider ${text} not null,
      purpose ${text} not null,
      uid ${text} references accounts (uid) on delete cascade,
      link_hash ${text},
      remember ${int} not null,
      name ${text},
      expires_at ${int} not null
    )${strict}`,
    'create index social_states_uid on social_states (uid)',
  ],
  sample: [
    `insert into identities (issuer, subject, provider, uid, created_at)
      values ('https://accounts.example.com', '17', 'google', 'u-sample', 3)`,
    `insert into social_links (hash, uid, provider, issuer, subject, verified_email, expires_at)
      values ('ll', 'u-sample', 'office', 'https://login.example.com', 's', 'ada@example.com', 9)`,
    `insert into social_states (hash, provider, purpose, uid, link_hash, remember, name, expires_at)
      values ('ss', 'apple', 'upgrade', 'g-sample', null, 1, 'Ada', 9)`,
    `insert into social_states (hash, provider, purpose, uid, link_hash, remember, name, expires_at)
      values ('tt', 'google', 'login', null, 'll', 0, null, 9)`,
  ],
}
