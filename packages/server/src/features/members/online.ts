import type { Calls } from '@tavla/contract'
import type { Context } from '../../context.ts'
import { getPhotoUrl } from '../account/index.ts'

/** Who has the space open, each person once; with several pages open, the first one counts. */
export async function onlineMembers({ app, space }: Context<Calls['space']['online']>) {
  const here = (await app.push.listOnline([space.wid])).get(space.wid) ?? []
  const uids = [...new Set(here.map(({ uid }) => uid))]
  if (uids.length === 0) return { list: [], total: 0 }
  const people = await app.db.sql
    .selectFrom('accounts')
    .select(['uid', 'name', 'photo'])
    .where('uid', 'in', uids)
    .execute()
  const list = people.map(({ uid, name, photo }) => {
    const tabs = here.filter((tab) => tab.uid === uid)
    const page = tabs.find((tab) => tab.page !== null)?.page ?? null
    return { uid, name, photo: getPhotoUrl(photo), page, voice: tabs.some((tab) => tab.voice) }
  })
  return { list, total: list.length }
}
