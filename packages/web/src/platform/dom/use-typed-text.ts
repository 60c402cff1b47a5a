import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { browserLocation } from './url.ts'

const applyDelayMs = 200

/**
 * Text of a field whose value stands elsewhere, as in the URL, which follows later than the next key may come. What is
 * typed is replaced only by a value that it did not lead to, as after Back.
 */
export function useTypedText(
  applied: string,
  apply: (text: string) => void,
): readonly [text: string, setText: (text: string) => void] {
  const [state, setState] = useState({ applied, text: applied, sent: [] as readonly string[] })
  if (state.applied !== applied) {
    const at = state.sent.indexOf(applied)
    setState(
      at === -1
        ? { applied, text: applied, sent: [] }
        : { ...state, applied, sent: state.sent.slice(at + 1) },
    )
  }
  const send = useDebouncedCallback((text: string, path: string) => {
    // Meanwhile a click may have led to another screen, whose URL this would change.
    if (path !== browserLocation.path()) return
    if (text === (state.sent.at(-1) ?? applied)) return
    setState((last) => ({ ...last, sent: [...last.sent, text] }))
    apply(text)
  }, applyDelayMs)
  const setText = (text: string): void => {
    setState((last) => ({ ...last, text }))
    send(text, browserLocation.path())
  }
  return [state.text, setText]
}
