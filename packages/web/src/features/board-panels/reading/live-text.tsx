import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'

interface Announcement {
  readonly text: string
  /** Makes a repeated text a new one. */
  readonly n: number
}

/** The text of a live region, and what sets it; empty texts change nothing. */
export function useAnnouncement() {
  const [announcement, setAnnouncement] = useState<Announcement>({ text: '', n: 0 })
  const [announce] = useState(() => (text: string) => {
    if (text !== '') setAnnouncement(({ n }) => ({ text, n: n + 1 }))
  })
  return [announcement, announce] as const
}

/** Screen readers read what is added to a live region: the same text again is a new element. */
export function LiveText({ text, testId }: { text: Announcement; testId: string }) {
  return (
    <VisuallyHidden>
      <div aria-live="polite" data-testid={testId}>
        {text.n > 0 && <p key={text.n}>{text.text}</p>}
      </div>
    </VisuallyHidden>
  )
}
