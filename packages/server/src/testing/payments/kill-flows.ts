/** What the server tells the owner. */
export interface View {
  readonly plan: string
  readonly seats: number
  readonly renews: boolean
}

/** What the provider's books say: active subscriptions, paid invoices, and the seats and renewal of the first. */
export interface Books {
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

/** Something that an owner does with a plan, and what must be true of it wherever a process is killed. */
export interface Flow {
  readonly name: string
  /** What was done before. */
  readonly after: readonly Flow[]
  act(actions: Actions): Promise<void>
  /** As the owner sees it. */
  isDone(view: View): boolean
  /** As the provider has it; then nobody asks a second time. */
  hasHappened(books: Books): boolean
  /** What must never be seen, at no moment. */
  findFault(view: View, books: Books): string | null
  /** In the end. */
  isRight(books: Books): boolean
}

const buy: Flow = {
  name: 'buy',
  after: [],
  act: (actions) => actions.buy(),
  isDone: ({ plan }) => plan === 'pro',
  hasHappened: ({ paid }) => paid > 0,
  findFault: ({ plan }, { paid }) => (plan === 'pro' && paid === 0 ? 'a plan that nobody paid' : null),
  isRight: ({ active, paid, seats }) => active === 1 && paid === 1 && seats === 2,
}

const change: Flow = {
  name: 'change',
  after: [buy],
  act: (actions) => actions.change(3),
  isDone: ({ seats }) => seats === 3,
  hasHappened: ({ paid }) => paid > 1,
  findFault: ({ plan, seats }, { paid }) =>
    plan !== 'pro' ? 'a paid plan is gone' : seats === 3 && paid < 2 ? 'a seat that nobody paid' : null,
  isRight: ({ active, paid, seats }) => active === 1 && paid === 2 && seats === 3,
}

const cancel: Flow = {
  name: 'cancel',
  after: [buy],
  act: (actions) => actions.cancel(),
  isDone: ({ renews }) => !renews,
  hasHappened: ({ renews }) => !renews,
  findFault: ({ plan, renews }, books) =>
    plan !== 'pro' ? 'a paid plan is gone' : !renews && books.renews ? 'told as cancelled, but renews' : null,
  isRight: ({ active, paid, renews }) => active === 1 && paid === 1 && !renews,
}

export const flows: readonly Flow[] = [buy, change, cancel]
