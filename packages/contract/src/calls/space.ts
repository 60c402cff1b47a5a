import { z } from 'zod'
import { defineCall } from '../call.ts'
import { LinkPreview } from '../entities/link-preview.ts'
import { Limits } from '../entities/plan.ts'
import { BuiltInPhoto, Folder, SpaceListItem, Space, SpaceFilter, SpaceSort } from '../entities/space.ts'
import { Template } from '../entities/template.ts'
import { lengths } from '../limits.ts'
import { Bool, Flag, Id, Language, getList, paging, SpaceId, text, Uid } from '../wire.ts'
import { history } from './space-history.ts'
import { members } from './space-members.ts'
import { voice } from './space-voice.ts'

const SpaceName = text(1, lengths.spaceName)
const ofSpace = z.object({ wid: SpaceId })

/** Photo, name and limits. */
const appearance = {
  rename: defineCall({
    method: 'POST',
    path: '/api/space/name',
    summary: 'Rename a space',
    auth: 'admin',
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, name: SpaceName }),
    data: () => Space,
  }),
  setPhoto: defineCall({
    method: 'POST',
    path: '/api/space/photo',
    summary: 'Give a space a photo: a picture, or one of the built-in ones',
    auth: 'admin',
    space: 'body.wid',
    // Either the part `file` or the id of a built-in photo; otherwise 4000.
    body: () => z.object({ wid: SpaceId, photo: Id.optional() }),
    file: 'optional',
    data: () => Space,
  }),
  builtInPhotos: defineCall({
    method: 'GET',
    path: '/api/space/photo/builtin',
    summary: 'The photos that come with the product',
    auth: 'user',
    data: () => getList(BuiltInPhoto),
  }),
  removePhoto: defineCall({
    method: 'DELETE',
    path: '/api/space/photo',
    summary: 'Have no photo, or with auto=1 one that follows the board',
    auth: 'admin',
    space: 'query.wid',
    query: () => z.object({ wid: SpaceId, auto: Flag.default(false) }),
    data: () => Space,
  }),
  limits: defineCall({
    method: 'GET',
    path: '/api/space/limit/free',
    summary: "What my plan allows, or a space's owner's plan",
    auth: 'user',
    query: () => z.object({ wid: SpaceId.optional() }),
    data: () => Limits,
    codes: ['not_found'],
  }),
}

/** Creating, listing and removing spaces. */
const lifetime = {
  list: defineCall({
    method: 'GET',
    path: '/api/space/list',
    summary: 'My spaces',
    auth: 'user',
    query: () =>
      z.object({
        filter: SpaceFilter.default('all'),
        sort: SpaceSort.default('updated'),
        // Searches names and board contents literally, ignoring case and accents.
        key: text(0, 120).default(''),
        folder: Id.optional(),
        ...paging,
      }),
    data: () => getList(SpaceListItem),
    custom: true,
  }),
  templates: defineCall({
    method: 'GET',
    path: '/api/space/template',
    summary: 'The boards to begin with; the id of one goes to the making of a space',
    auth: 'user',
    // Default: the account's language.
    query: () => z.object({ lang: Language }),
    data: () => getList(Template),
    custom: true,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/space',
    summary: 'Make a space',
    auth: 'user',
    body: () => z.object({ name: SpaceName, template: Id.optional(), folder: Id.optional() }),
    data: () => Space,
    codes: ['limit_reached', 'guest_not_allowed', 'not_found'],
    custom: true,
  }),
  info: defineCall({
    method: 'GET',
    path: '/api/space/info',
    summary: 'One space',
    auth: 'viewer',
    space: 'query.wid',
    query: () => ofSpace,
    data: () => Space,
    custom: true,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/space',
    summary: 'Put a space into the trash, or with forever=1 delete it from there',
    auth: 'admin',
    space: 'query.wid',
    query: () => z.object({ wid: SpaceId, forever: Flag.default(false) }),
    custom: true,
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/space/restore',
    summary: 'Take a space out of the trash',
    auth: 'admin',
    space: 'body.wid',
    body: () => ofSpace,
    data: () => Space,
    codes: ['limit_reached'],
    custom: true,
  }),
  duplicate: defineCall({
    method: 'POST',
    path: '/api/space/duplicate',
    summary: 'Make a space of my own with the same board',
    auth: 'viewer',
    fullOnly: true,
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, name: SpaceName.optional() }),
    data: () => Space,
    codes: ['limit_reached'],
    custom: true,
  }),
  star: defineCall({
    method: 'POST',
    path: '/api/space/star',
    summary: 'Star a space, for myself',
    auth: 'viewer',
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, on: Bool }),
    data: () => Space,
    custom: true,
  }),
  archive: defineCall({
    method: 'POST',
    path: '/api/space/archive',
    summary: 'Archive a space, or bring it back',
    auth: 'admin',
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, on: Bool }),
    data: () => Space,
    custom: true,
  }),
  folders: defineCall({
    method: 'GET',
    path: '/api/space/folder',
    summary: 'My folders',
    auth: 'user',
    data: () => getList(Folder),
    custom: true,
  }),
  setFolders: defineCall({
    method: 'PUT',
    path: '/api/space/folder',
    summary: 'Replace my folders',
    auth: 'user',
    body: () =>
      z.object({
        list: z
          .array(
            z.object({
              id: Id.optional(),
              name: text(1, lengths.folderName),
              wids: z.array(SpaceId).max(10_000),
            }),
          )
          .max(500),
      }),
    data: () => getList(Folder),
    custom: true,
  }),
}

/** Ownership after an owner has left. */
const succession = {
  setSuccessor: defineCall({
    method: 'POST',
    path: '/api/space/successor',
    summary: 'Name who inherits the space; null names nobody',
    auth: 'owner',
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, uid: Uid.nullable() }),
    data: () => Space,
    codes: ['guest_not_allowed'],
    custom: true,
  }),
  claim: defineCall({
    method: 'POST',
    path: '/api/space/claim',
    summary: 'Claim a space whose owner has long been away',
    auth: 'editor',
    space: 'body.wid',
    body: () => ofSpace,
    data: () => z.object({ state: z.enum(['waiting', 'granted']), at: z.iso.datetime() }),
    codes: ['guest_not_allowed', 'limit_reached'],
    custom: true,
  }),
  liveTicket: defineCall({
    method: 'POST',
    path: '/api/live/ticket',
    summary: 'Opens the socket once, within 30 s',
    auth: 'user',
    data: () => z.object({ ticket: z.string(), url: z.string() }),
    custom: true,
  }),
}

/** Web pages that a board leads to. */
const links = {
  linkPreview: defineCall({
    method: 'POST',
    path: '/api/space/link/preview',
    summary: 'The title of a public web page, for a card on a board; null if there is none to be had',
    auth: 'contributor',
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, url: z.string().max(lengths.link) }),
    data: () => z.object({ preview: LinkPreview.nullable() }),
    custom: true,
  }),
}

export const space = { ...members, ...appearance, ...voice, ...lifetime, ...succession, ...history, ...links }
