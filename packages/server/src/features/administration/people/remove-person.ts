import { deleteAccount, announceDeletion } from '../../account-deletion/index.ts'
import { giveSpace } from '../../members/index.ts'
import { act, type AdminContext } from '../act.ts'
import { keepAdministrator } from './person-acts.ts'
import { requireAccount } from './person.ts'

/** Deletes an account. Its own boards go with it, or to somebody else; what it did on others' stays, as nobody's. */
export async function removePerson(ctx: AdminContext<'removePerson'>, uid: string, boardsTo: string | null) {
  const { app } = ctx
  const about = { subject: uid, boards: boardsTo === null ? 'deleted' : 'given' }
  const closed = await act(ctx, 'removePerson', about, async (tx, endTrust) => {
    const account = await requireAccount(tx, uid)
    await keepAdministrator(tx, account)
    const given: string[] = []
    if (boardsTo !== null) {
      const heir = await requireAccount(tx, boardsTo)
      if (boardsTo === uid) return ctx.refuse('not_found')
      if (heir.kind === 'guest') return ctx.refuse('guest_not_allowed', { reason: 'target' })
      const own = await tx.selectFrom('spaces').select('wid').where('owner', '=', uid).execute()
      for (const { wid } of own) {
        await giveSpace(app, tx, wid, boardsTo)
        given.push(wid)
      }
    }
    return deleteAccount({ visit: ctx, tx, endTrust }, uid, 'administrator')
  })
  await announceDeletion(app, closed)
  return {}
}
