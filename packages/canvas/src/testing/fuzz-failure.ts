export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure'
}

export function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new FuzzFailure(what)
}
