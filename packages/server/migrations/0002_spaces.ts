import type { Migration } from '../src/db/migration.ts'

/** Spaces, who is in them and how people get in, and their files. */
export const spaces: Migration = {
  name: '0002_spaces',
  up: ({ int, text, strict }) => [
    `create table spaces (
      wid ${text} primary key,
      name ${text} not null,
      name_key ${text} not null,
      owner ${text} not null references accounts (uid),
      successor ${text} references accounts (uid) on delete set null,
      photo ${text},
      photo_auto ${int} not null,
      thumb ${text},
      access_version ${int} not null,
      created_at ${int} not null,
      updated_at ${int} not null,
      archived_at ${int},
      trashed_at ${int}
    )${strict}`,
    'create index spaces_owner on spaces (owner)',
    `create table folders (
      id ${text} primary key,
      uid ${text} not null references accounts (uid) on delete cascade,
      name ${text} not null,
      position ${int} not null
    )${strict}`,
    'create index folders_uid on folders (uid)',
    `create table members (
      wid ${text} not null references spaces (wid) on delete cascade,
      uid ${text} not null references accounts (uid) on delete cascade,
      role ${text} not null,
      via ${text} not null,
      joined_at ${int} not null,
      active_at ${int},
      opened_at ${int},
      starred ${int} not null,
      folder ${text} references folders (id) on delete set null,
      primary key (wid, uid)
    )${strict}`,
    'create index members_uid on members (uid)',
    `create table removed_members (
      wid ${text} not null references spaces (wid) on delete cascade,
      uid ${text} not null references accounts (uid) on delete cascade,
      removed_at ${int} not null,
      primary key (wid, uid)
    )${strict}`,
    `create table groups (
      id ${text} primary key,
      wid ${text} not null references spaces (wid) on delete cascade,
      name ${text} not null,
      color ${text} not null,
      position ${int} not null
    )${strict}`,
    'create index groups_wid on groups (wid)',
    `create table group_members (
      group_id ${text} not null references groups (id) on delete cascade,
      wid ${text} not null,
      uid ${text} not null,
      primary key (group_id, uid),
      foreign key (wid, uid) references members (wid, uid) on delete cascade
    )${strict}`,
    'create index group_members_member on group_members (wid, uid)',
    `create table invitations (
      id ${text} primary key,
      wid ${text} not null references spaces (wid) on delete cascade,
      email ${text} not null,
      role ${text} not null,
      token_hash ${text} not null unique,
      inviter ${text} not null references accounts (uid) on delete cascade,
      data ${text} not null,
      voice ${int} not null,
      created_at ${int} not null,
      unique (wid, email)
    )${strict}`,
    `create table links (
      id ${text} primary key,
      wid ${text} not null references spaces (wid) on delete cascade,
      role ${text} not null,
      token_hash ${text} not null unique,
      maker ${text} not null references accounts (uid) on delete cascade,
      created_at ${int} not null,
      expires_at ${int},
      max_uses ${int},
      uses ${int} not null,
      domain ${text},
      guests ${int} not null,
      revoked_at ${int}
    )${strict}`,
    'create index links_wid on links (wid)',
    `create table access_requests (
      wid ${text} not null,
      uid ${text} not null references accounts (uid) on delete cascade,
      role ${text} not null,
      note ${text} not null,
      state ${text} not null,
      created_at ${int} not null,
      decided_at ${int},
      primary key (wid, uid)
    )${strict}`,
    `create table files (
      id ${text} primary key,
      uid ${text} not null,
      state ${text} not null,
      filename ${text} not null,
      size ${int} not null,
      type ${text} not null,
      hash ${text} not null,
      created_at ${int} not null,
      stored_at ${int}
    )${strict}`,
    `create table file_uses (
      wid ${text} not null references spaces (wid) on delete cascade,
      file_id ${text} not null references files (id) on delete cascade,
      primary key (wid, file_id)
    )${strict}`,
    'create index file_uses_file_id on file_uses (file_id)',
    'create index files_state on files (state, created_at)',
  ],
  sample: [
    `insert into spaces (wid, name, name_key, owner, photo_auto, access_version, created_at, updated_at)
      values ('w-sample', 'Plans', 'plans', 'u-sample', 0, 3, 1, 2)`,
    `insert into folders (id, uid, name, position) values ('f-sample', 'u-sample', 'Work', 0)`,
    `insert into members (wid, uid, role, via, joined_at, starred, folder)
      values ('w-sample', 'u-sample', 'owner', 'owner', 1, 1, 'f-sample')`,
    `insert into members (wid, uid, role, via, joined_at, starred) values ('w-sample', 'g-sample', 'viewer', 'link', 2, 0)`,
    `insert into removed_members (wid, uid, removed_at) values ('w-sample', 'g-sample', 1)`,
    `insert into groups (id, wid, name, color, position) values ('gr-sample', 'w-sample', 'Team', 'blue', 0)`,
    `insert into group_members (group_id, wid, uid) values ('gr-sample', 'w-sample', 'g-sample')`,
    `insert into invitations (id, wid, email, role, token_hash, inviter, data, voice, created_at)
      values ('i-sample', 'w-sample', 'bob@example.com', 'editor', 'ee', 'u-sample', '', 0, 1)`,
    `insert into links (id, wid, role, token_hash, maker, created_at, uses, guests)
      values ('l-sample', 'w-sample', 'editor', 'ff', 'u-sample', 1, 0, 1)`,
    `insert into access_requests (wid, uid, role, note, state, created_at)
      values ('w-unknown', 'g-sample', 'viewer', 'please', 'waiting', 1)`,
    `insert into files (id, uid, state, filename, size, type, hash, created_at, stored_at)
      values ('file-sample', 'u-sample', 'stored', 'plan.png', 12, 'image/png', '00', 1, 2)`,
    `insert into file_uses (wid, file_id) values ('w-sample', 'file-sample')`,
  ],
}
