import type { DataTag } from '@tanstack/react-query'
import type { NamedCall } from '@tavla/contract'
import type { SendOptions } from './send.ts'

declare const made: unique symbol

/** Key of an answer in the cache. Only the functions of this file make one, so a key written by hand does not compile. */
export type CacheKey = readonly unknown[] & { readonly [made]: true }

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: CacheKey
  }
}

/** A function of `api` or `adminApi`. */
export interface CallFunction<Input, Data> extends NamedCall {
  (input: Input, options?: SendOptions): Promise<Data>
}

export interface CallOptions extends Omit<SendOptions, 'signal'> {
  /** Keeps answers to the same question apart, for instance of two accounts. */
  readonly scope?: string
}

/** Of one question: `group`, `name`, input, and its scope if it has one. */
export function callKey<Input, Data>(
  call: CallFunction<Input, Data>,
  input: Input,
  scope?: string,
): DataTag<CacheKey, Data> {
  const key = [...call.callName.split('.'), input ?? {}]
  return (scope === undefined ? key : [...key, { scope }]) as unknown as DataTag<CacheKey, Data>
}

/** Of every answer to a call, whatever was asked. */
export function allOfCall(call: NamedCall): CacheKey {
  return call.callName.split('.') as unknown as CacheKey
}

/** Of every answer to any call of this one's group. */
export function allOfGroup(call: NamedCall): CacheKey {
  return call.callName.split('.').slice(0, 1) as unknown as CacheKey
}

/** Of what this device itself knows, which no call tells. */
export function deviceKey(name: 'boardNames' | 'away', ...facts: readonly unknown[]): CacheKey {
  return ['device', name, ...facts] as unknown as CacheKey
}

/**
 * A question to the server for `useQuery` and its like. The cache holds the answer as it came; who wants a part of it says
 * so with `select`.
 */
export function callQuery<Input, Data>(
  call: CallFunction<Input, Data>,
  input: Input,
  { scope, ...options }: CallOptions = {},
) {
  return {
    queryKey: callKey(call, input, scope),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Data> => call(input, { ...options, signal }),
  }
}

/** The same for `useInfiniteQuery`: `getInput` asks for the page that begins at `first` or where a later one says. */
export function callPages<Input, Data, Param>(
  call: CallFunction<Input, Data>,
  getInput: (param: Param) => Input,
  first: NoInfer<Param>,
  { scope = '', ...options }: CallOptions = {},
) {
  return {
    // Pages have another form in the cache than one answer.
    queryKey: callKey(call, getInput(first), `pages ${scope}`) as CacheKey,
    queryFn: ({ pageParam, signal }: { pageParam: Param; signal: AbortSignal }): Promise<Data> =>
      call(getInput(pageParam), { ...options, signal }),
    initialPageParam: first,
  }
}
