import { createStorage, memoryArea } from './storage.ts'

/** Storage for tests, with access to its raw values and a way to act as another tab. */
export function fakeStorage() {
  const local = new Map<string, string>()
  const session = new Map<string, string>()
  let dispatch: (event: { key: string | null }) => void = () => undefined
  const storage = createStorage({
    local: memoryArea(local),
    session: memoryArea(session),
    events: { addEventListener: (_type, listener) => (dispatch = listener) },
  })
  return {
    storage,
    local,
    session,
    /** Another tab changed this key to this text, or removed it. */
    otherTab(key: string, value: string | null) {
      if (value === null) local.delete(key)
      else local.set(key, value)
      dispatch({ key })
    },
    /** Another tab cleared everything. */
    otherTabCleared() {
      local.clear()
      dispatch({ key: null })
    },
  }
}
