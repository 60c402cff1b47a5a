import { Guide } from '@tavla/contract'
import { useEffect, useRef } from 'react'
import { api } from '../../../platform/network/api.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'

/** Steps of the onboarding checklist, in order. */
export const steps = ['board', 'template', 'invite', 'star', 'folder', 'search'] as const
export type Step = (typeof steps)[number]
export type StepFacts = Readonly<Record<Step, boolean>>

const getStepKey = (step: Step) => `start.${step}`
/** `done` while the checklist is hidden, `skipped` once it is shown again: the API can change steps, not remove them. */
const hiddenKey = 'start.closed'

/** Steps that are done and not stored yet. */
export function listNewlyDone(guide: Guide, facts: StepFacts): Step[] {
  return steps.filter((step) => facts[step] && guide[getStepKey(step)] !== 'done')
}

async function saveGuide(changed: Guide): Promise<void> {
  const token = session.userInfo.peek()?.token
  session.updateUser(await api.user.setGuide({ body: changed }, { quiet: true }), token)
}

/** Stores a step that is completed by leaving the page. */
export function saveStep(step: Step): void {
  saveGuide({ [getStepKey(step)]: 'done' }).catch(warn)
}

const warn = (error: unknown) => console.warn('The checklist could not be saved', error)

export interface ChecklistState {
  readonly done: ReadonlySet<Step>
  readonly isHidden: boolean
  hide(): void
  show(): void
}

/** The onboarding checklist. `facts` says which steps are done; null until the stored state is known. */
export function useChecklistState(facts: StepFacts): ChecklistState | null {
  const user = useSignal(session.userInfo)
  const stored = Guide.safeParse(user?.['guide'])
  const storedState = stored.success ? stored.data : null
  const newSteps = storedState ? listNewlyDone(storedState, facts).join(' ') : ''
  const sentSteps = useRef('')
  useEffect(() => {
    // Sent once per visit; if it fails, the next visit sends it again.
    if (newSteps === '' || newSteps === sentSteps.current) return
    sentSteps.current = newSteps
    const done = Object.fromEntries(newSteps.split(' ').map((step) => [`start.${step}`, 'done' as const]))
    saveGuide(done).catch(warn)
  }, [newSteps])
  if (!storedState) return null
  const setHidden = (closed: boolean) => {
    const changed = { [hiddenKey]: closed ? ('done' as const) : ('skipped' as const) }
    session.updateUser({ guide: { ...storedState, ...changed } })
    saveGuide(changed).catch(warn)
  }
  return {
    done: new Set(steps.filter((step) => storedState[getStepKey(step)] === 'done' || facts[step])),
    isHidden: storedState[hiddenKey] === 'done',
    hide: () => setHidden(true),
    show: () => setHidden(false),
  }
}
