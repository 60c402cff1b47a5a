import type { LiveDocument, Refusal, Replica } from '@tavla/canvas'
import { allowsSuggestions, SETTINGS_ID, settingsSchema } from '@tavla/canvas/model'
import { useCallback, useSyncExternalStore } from 'react'
import { randomId } from '../../platform/random.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from './board-context.ts'

/** Whether this board accepts suggestions; updates live. */
export function useAllowsSuggestions(document: LiveDocument): boolean {
  const subscribe = useCallback((listener: () => void) => document.observe(listener), [document])
  return useSyncExternalStore(subscribe, () => allowsSuggestions(document))
}

/** Whether this person can suggest changes but not edit. */
export function useCanOnlySuggest(): boolean {
  const { board, replica } = useBoard()
  const allows = useAllowsSuggestions(replica.document)
  return useSignal(board.state.ability) === 'commenter' && allows
}

/** An ordinary edit: it is journaled, shown in the history and can be undone. */
export function setAllowsSuggestions(
  allows: boolean,
  { document, edit }: Pick<Replica, 'document' | 'edit'>,
): Refusal | undefined {
  const suggestions = allows ? 'on' : 'off'
  const record = { id: SETTINGS_ID, kind: settingsSchema.kind, parent: null, z: 'V', suggestions }
  return edit(
    [
      document.get(SETTINGS_ID)
        ? { op: 'patch', id: SETTINGS_ID, fields: { suggestions } }
        : { op: 'put', record },
    ],
    randomId(),
  )
}
