/** The plan as the server shows it to the owner. */
export interface PlanView {
  readonly plan: string
  readonly seats: number
  readonly renews: boolean
}

/** The provider's records: number of active subscriptions and paid invoices; seats and renewal of the first one. */
export interface ProviderState {
  readonly active: number
  readonly paid: number
  readonly seats: number
  readonly renews: boolean
}

interface Actions {
  buy(): Promise<void>
  change(quantity: number): Promise<void>
  cancel(): Promise<void>
}

/** An action on a plan, and the invariants that must hold wherever a process is killed. */
export interface Flow {
  readonly name: string
  /** Flows to complete first. */
  readonly requires: readonly Flow[]
  run(actions: Actions): Promise<void>
  /** The owner sees the result. */
  isDone(view: PlanView): boolean
  /** The provider has recorded the result, so the action is not repeated. */
  isRecorded(provider: ProviderState): boolean
  /** A state that must never be visible, or null. */
  findFault(view: PlanView, provider: ProviderState): string | null
  /** The provider's final state is the expected one. */
  isExpected(provider: ProviderState): boolean
}

const buy: Flow = {
  name: 'buy',
  requires: [],
  run: (actions) => actions.buy(),
  isDone: ({ plan }) => plan === 'pro',
  isRecorded: ({ paid }) => paid > 0,
  findFault: ({ plan }, { paid }) => (plan === 'pro' && paid === 0 ? 'a plan without a payment' : null),
  isExpected: ({ active, paid, seats }) => active === 1 && paid === 1 && seats === 2,
}

const change: Flow = {
  name: 'change',
  requires: [buy],
  run: (actions) => actions.change(3),
  isDone: ({ seats }) => seats === 3,
  isRecorded: ({ paid }) => paid > 1,
  findFault: ({ plan, seats }, { paid }) =>
    plan !== 'pro' ? 'a paid plan is missing' : seats === 3 && paid < 2 ? 'a seat without a payment' : null,
  isExpected: ({ active, paid, seats }) => active === 1 && paid === 2 && seats === 3,
}

const cancel: Flow = {
  name: 'cancel',
  requires: [buy],
  run: (actions) => actions.cancel(),
  isDone: ({ renews }) => !renews,
  isRecorded: ({ renews }) => !renews,
  findFault: ({ plan, renews }, provider) =>
    plan !== 'pro'
      ? 'a paid plan is missing'
      : !renews && provider.renews
        ? 'shown as cancelled, but renews'
        : null,
  isExpected: ({ active, paid, renews }) => active === 1 && paid === 1 && !renews,
}

export const flows = { buy, change, cancel } satisfies Record<string, Flow>
