import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { AdminSpace, AdminSpaceDetails, getPage, StorageUse } from '../../entities/admin.ts'
import { Bool, Flag, SpaceId, Uid } from '../../wire.ts'
import { cursorPaging, searchKey } from './shared.ts'

const SpaceState = z.enum(['active', 'archived', 'trash'])
const byWid = z.object({ wid: SpaceId })

/** Owners, members and sizes of spaces; never the contents of boards. */
export const spaces = {
  spaces: defineCall({
    method: 'GET',
    path: '/api/admin/space/list',
    summary: 'Spaces: searched, filtered, sorted',
    auth: 'administrator',
    query: () =>
      z.object({
        key: searchKey,
        state: SpaceState.optional(),
        owner: Uid.optional(),
        sort: z.enum(['updated', 'created', 'name']).default('updated'),
        desc: Flag.optional(),
        ...cursorPaging,
      }),
    data: () => getPage(AdminSpace),
    custom: true,
  }),
  space: defineCall({
    method: 'GET',
    path: '/api/admin/space',
    summary: 'One space: owner, members, size',
    auth: 'administrator',
    query: () => byWid,
    data: () => AdminSpaceDetails,
    codes: ['not_found'],
    custom: true,
  }),
  restoreSpace: defineCall({
    method: 'POST',
    path: '/api/admin/space/restore',
    summary: 'Take a space out of the trash',
    auth: 'administrator',
    body: () => byWid,
    data: () => AdminSpace,
    codes: ['not_found'],
    custom: true,
  }),
  transferSpace: defineCall({
    method: 'POST',
    path: '/api/admin/space/transfer',
    summary: 'Give a space another owner',
    auth: 'administrator',
    proved: true,
    body: () => z.object({ wid: SpaceId, uid: Uid }),
    data: () => AdminSpace,
    codes: ['not_found', 'guest_not_allowed'],
    custom: true,
  }),
  grantClaim: defineCall({
    method: 'POST',
    path: '/api/admin/space/claim',
    summary: 'Grant the claim on a space now instead of after 14 days',
    auth: 'administrator',
    proved: true,
    body: () => byWid,
    data: () => AdminSpace,
    codes: ['not_found'],
    custom: true,
  }),
  removeSpace: defineCall({
    method: 'POST',
    path: '/api/admin/space/delete',
    summary: 'Move a space to the trash, or delete it for good',
    auth: 'administrator',
    proved: true,
    body: () => z.object({ wid: SpaceId, forever: Bool.default(false) }),
    codes: ['not_found'],
    custom: true,
  }),
  storage: defineCall({
    method: 'GET',
    path: '/api/admin/storage',
    summary: 'Spaces with files, and the storage they take: those that take most first unless sorted',
    auth: 'administrator',
    query: () =>
      z.object({
        key: searchKey,
        state: SpaceState.optional(),
        sort: z.enum(['bytes', 'files', 'name']).optional(),
        desc: Flag.optional(),
        ...cursorPaging,
      }),
    data: () => getPage(StorageUse),
    custom: true,
  }),
}
