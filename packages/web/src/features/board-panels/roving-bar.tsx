import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './float.module.css'

interface RovingBarProps {
  label: string
  children: ReactNode
  className?: string | undefined
  vertical?: boolean
}

const controls = 'button:not(:disabled), a[href], input:not(:disabled)'

/** A toolbar with one tab stop; arrow keys move between its controls (WAI-ARIA toolbar pattern). */
export function RovingBar({ label, children, className, vertical = false }: RovingBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const listControls = () => [...(bar.current?.querySelectorAll<HTMLElement>(controls) ?? [])]
  const setTabStop = (tabStop: HTMLElement | undefined) => {
    for (const control of listControls()) control.tabIndex = control === tabStop ? 0 : -1
  }

  // Controls appear and disappear with the selection: after each render exactly one is the tab stop.
  useEffect(() => {
    const all = listControls()
    const focused = all.find((control) => control === document.activeElement)
    const pressed = all.find((control) => control.getAttribute('aria-pressed') === 'true')
    setTabStop(focused ?? pressed ?? all[0])
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const [previousKey, nextKey] = vertical ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const all = listControls()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (at < 0) return
    const to =
      event.key === nextKey
        ? all[(at + 1) % all.length]
        : event.key === previousKey
          ? all[(at - 1 + all.length) % all.length]
          : event.key === 'Home'
            ? all[0]
            : event.key === 'End'
              ? all.at(-1)
              : undefined
    if (!to) return
    event.preventDefault()
    setTabStop(to)
    to.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      className={[classes.bar, classes.scrolls, className ?? ''].join(' ')}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        // Focus events of popovers bubble through the React tree, so they arrive here although they are elsewhere
        // on the page.
        if (listControls().includes(target)) setTabStop(target)
      }}
    >
      {children}
    </div>
  )
}
