import type { RefusalName } from '@tavla/contract'
import type { Refuse } from '../../context.ts'
import { invalid } from '../../refusals.ts'

interface Refusing<Names extends RefusalName> {
  readonly refuse: Refuse<Names>
}

/** No provider can be configured in this version, so there is nowhere to go and nothing to come back from. */
export const startSocial = async (ctx: Refusing<'not_found'>): Promise<never> => ctx.refuse('not_found')
export const finishSocial = async (ctx: Refusing<'not_found'>): Promise<never> => ctx.refuse('not_found')

/** Nobody has a provider linked, so there is no other way to sign in than the one that stays. */
export const unlinkSocial = (): Promise<never> => Promise.reject(invalid({}, 'last'))
