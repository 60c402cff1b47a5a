import { Guide } from '@tavla/contract'
import { useEffect, useRef } from 'react'
import { api } from '../../../platform/network/api.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'

/** The first steps, in the order in which they help. */
export const steps = ['board', 'template', 'invite', 'star', 'folder', 'search'] as const
export type Step = (typeof steps)[number]
export type Facts = Readonly<Record<Step, boolean>>

const getName = (step: Step) => `start.${step}`
/** `done` while the list is put away, `skipped` once it was fetched back: a guide's steps can be changed, not removed. */
const dismissGuide = 'start.closed'

/** What the guide does not know yet. */
export function newlyDone(guide: Guide, facts: Facts): Step[] {
  return steps.filter((step) => facts[step] && guide[getName(step)] !== 'done')
}

async function note(changed: Guide): Promise<void> {
  const getSignInState = session.userInfo.peek()?.token
  session.learned(await api.user.setGuide({ body: changed }, { quiet: true }), getSignInState)
}

/** A step whose doing leaves the page. */
export function noteStep(step: Step): void {
  note({ [getName(step)]: 'done' }).catch(warn)
}

const warn = (error: unknown) => console.warn('The guide could not be kept', error)

export interface GuideList {
  readonly done: ReadonlySet<Step>
  readonly closed: boolean
  close(): void
  bringBack(): void
}

/** The list of first steps. They tick by themselves, as soon as `facts` say that one was done; null: not known here yet. */
export function useGuide(facts: Facts): GuideList | null {
  const user = useSignal(session.userInfo)
  const guide = Guide.safeParse(user?.['guide'])
  const known = guide.success ? guide.data : null
  const fresh = known ? newlyDone(known, facts).join(' ') : ''
  const told = useRef('')
  useEffect(() => {
    // Once each: should it not arrive, the next visit notes it.
    if (fresh === '' || fresh === told.current) return
    told.current = fresh
    const done = Object.fromEntries(fresh.split(' ').map((step) => [`start.${step}`, 'done' as const]))
    note(done).catch(warn)
  }, [fresh])
  if (!known) return null
  const set = (closed: boolean) => {
    const changed = { [dismissGuide]: closed ? ('done' as const) : ('skipped' as const) }
    session.learned({ guide: { ...known, ...changed } })
    note(changed).catch(warn)
  }
  return {
    done: new Set(steps.filter((step) => known[getName(step)] === 'done' || facts[step])),
    closed: known[dismissGuide] === 'done',
    close: () => set(true),
    bringBack: () => set(false),
  }
}
