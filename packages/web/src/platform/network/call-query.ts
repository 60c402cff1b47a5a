import type { DataTag, QueryClient } from '@tanstack/react-query'
import type { NamedCall } from '@tavla/contract'
import { earlyAnswers } from '../answers/early-answers.ts'
import type { SendOptions } from './send.ts'

declare const brand: unique symbol

/** Key of a cached answer. Only the functions in this file create one, so handwritten keys do not compile. */
export type CacheKey = readonly unknown[] & { readonly [brand]: true }

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
  /** Keeps answers to the same request apart, for example of two accounts. */
  readonly scope?: string
}

/** For one request: `group`, `name`, input, and its scope if it has one. */
export function callKey<Input, Data>(
  call: CallFunction<Input, Data>,
  input: Input,
  scope?: string,
): DataTag<CacheKey, Data> {
  const key = [...call.callName.split('.'), input ?? {}]
  return (scope === undefined ? key : [...key, { scope }]) as unknown as DataTag<CacheKey, Data>
}

/** For all answers to a call, whatever its input. */
export function getCallPrefix(call: NamedCall): CacheKey {
  return call.callName.split('.') as unknown as CacheKey
}

/** For all answers to calls of the same group. */
export function getGroupPrefix(call: NamedCall): CacheKey {
  return call.callName.split('.').slice(0, 1) as unknown as CacheKey
}

/**
 * Reads answers again after something has changed. Invalidating alone would go on with the request of a query that has
 * no data yet, whose answer may be older than the change.
 */
export async function readAgain(client: QueryClient, queryKey: CacheKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

/** For local data of this device, which no call returns. */
export function deviceKey(name: 'boardNames' | 'away', ...parts: readonly unknown[]): CacheKey {
  return ['device', name, ...parts] as unknown as CacheKey
}

/** Options of `useQuery` for a call. The cache holds the answer as received; `select` derives a part of it. */
export function callQuery<Input, Data>(
  call: CallFunction<Input, Data>,
  input: Input,
  { scope, ...options }: CallOptions = {},
) {
  const queryKey = callKey(call, input, scope)
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Data> =>
      (earlyAnswers.take(queryKey) as Promise<Data> | undefined) ?? call(input, { ...options, signal }),
  }
}

/** The same for `useInfiniteQuery`: `getInput` requests the page that begins at `first` or at a returned cursor. */
export function callPages<Input, Data, Param>(
  call: CallFunction<Input, Data>,
  getInput: (param: Param) => Input,
  first: NoInfer<Param>,
  { scope = '', ...options }: CallOptions = {},
) {
  return {
    // Infinite queries have a different form in the cache.
    queryKey: callKey(call, getInput(first), `pages ${scope}`) as CacheKey,
    queryFn: ({ pageParam, signal }: { pageParam: Param; signal: AbortSignal }): Promise<Data> =>
      call(getInput(pageParam), { ...options, signal }),
    initialPageParam: first,
  }
}
