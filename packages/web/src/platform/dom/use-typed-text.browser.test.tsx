import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { useTypedText } from './use-typed-text.ts'

let root: Root
const requested: string[] = []
let arrive: (text: string) => void

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  requested.length = 0
})

function Search() {
  const [applied, setApplied] = useState('')
  arrive = setApplied
  const [text, setText] = useTypedText(applied, (next) => requested.push(next))
  return <input value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
}

async function show(): Promise<HTMLInputElement> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Search />)
  await expect.poll(() => document.querySelector('input')).not.toBeNull()
  const input = document.querySelector('input')!
  input.focus()
  return input
}

test('what is typed stays while the place of its value follows late', async () => {
  const input = await show()
  await userEvent.keyboard('Re')
  // On a slow machine it is applied after each character.
  await expect.poll(() => requested.at(-1)).toBe('Re')
  expect(input.value).toBe('Re')
  await userEvent.keyboard('fl')
  arrive('Re')
  await userEvent.keyboard('ect')
  expect(input.value).toBe('Reflect')
  await expect.poll(() => requested.at(-1)).toBe('Reflect')
  arrive('Reflect')
  await userEvent.keyboard('!')
  expect(input.value).toBe('Reflect!')
})

test('a value from elsewhere, as after Back, replaces what was typed', async () => {
  const input = await show()
  await userEvent.keyboard('Plan')
  await expect.poll(() => requested.at(-1)).toBe('Plan')
  arrive('Plans')
  await expect.poll(() => input.value).toBe('Plans')
  await userEvent.keyboard('!')
  await expect.poll(() => requested.at(-1)).toBe('Plans!')
})

test('what was typed before a click led to another screen is not applied there', async () => {
  const before = location.href
  const input = await show()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    // Unlike "fill", it does not advance the timers while it waits for the browser.
    await userEvent.keyboard('Plan')
    expect(input.value).toBe('Plan')
    history.pushState(null, '', '/another-screen')
    vi.advanceTimersByTime(1000)
    expect(requested).toEqual([])
  } finally {
    vi.useRealTimers()
    history.replaceState(null, '', before)
  }
})
