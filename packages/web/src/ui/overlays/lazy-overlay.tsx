import { useMergedRef } from '@mantine/hooks'
import { cloneElement, useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react'
import type { ComponentProps, KeyboardEvent, ReactElement, ReactNode } from 'react'
import type { OverlayCode } from './overlay-code.ts'
import { OverlayContext } from './overlay-context.ts'

type TargetProps = ComponentProps<'button'>

interface LazyOverlayProps<Content> {
  /** What the button opens, for assistive technology. */
  type: 'menu' | 'dialog'
  code: OverlayCode<Content>
  /** Renders the loaded content: a `MenuOverlay` or a `PopoverOverlay` with what is in it. */
  render(content: Content): ReactNode
  /** Where the owner decides whether it is open. */
  opened?: boolean
  onChange?(opened: boolean): void
  /**
   * `press` opens it with the button, a menu also with the arrow key down; `hover` with the mouse and the keyboard's
   * focus on the button; `owner` with `opened` alone.
   */
  opensBy?: 'press' | 'hover' | 'owner'
  /** The button; it stays the same element when the code arrives. */
  children: ReactElement<TargetProps>
}

/**
 * A button with a menu or popover whose code loads after the first view, or as soon as somebody approaches the button.
 * Pressed before that, it opens when the code has arrived.
 */
export function LazyOverlay<Content>(props: LazyOverlayProps<Content>) {
  const { type, code, render, opensBy = 'press', children } = props
  const content = useSyncExternalStore(code.subscribe, code.getLoaded)
  const { opened, change } = useOpened(props, content)
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  if (opened && content !== null && !isUsed) setIsUsed(true)
  const ownId = useId()
  const id = children.props.id ?? ownId
  const ref = useMergedRef(children.props.ref, setTarget)
  useEffect(() => code.preloadWhenIdle(), [code])
  const approach = getApproachHandlers(
    { code, opened, isLoaded: content !== null, opensBy, change },
    children.props,
  )

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    children.props.onKeyDown?.(event)
    if (event.defaultPrevented) return
    const opens = type === 'menu' && opensBy === 'press' && event.key === 'ArrowDown' && !opened
    // The button keeps the focus until the overlay takes it, which is later than it opens.
    const closes = event.key === 'Escape' && opened
    if (!opens && !closes) return
    event.preventDefault()
    if (closes) event.stopPropagation()
    change(opens)
  }
  return (
    <>
      {cloneElement<TargetProps>(children, {
        id,
        ref,
        'aria-haspopup': type,
        'aria-expanded': opened,
        ...(opened && isUsed ? { 'aria-controls': `${id}-dropdown` } : {}),
        ...(opened ? expandedMarks : {}),
        ...approach,
        onKeyDown,
        onClick(event) {
          children.props.onClick?.(event)
          if (opensBy === 'press') change(!opened)
        },
      })}
      {isUsed && content !== null && target !== null && (
        <OverlayContext value={{ id, target, opened, onChange: change }}>{render(content)}</OverlayContext>
      )}
    </>
  )
}

const expandedMarks = {
  'data-expanded': true,
  // The library's dialogs listen for Escape before everything else, and leave it to elements with this mark.
  'data-mantine-stop-propagation': 'true',
}

/** Whether it is open or opens as soon as its code has arrived. */
function useOpened<Content>(
  { code, opened: controlled, onChange }: LazyOverlayProps<Content>,
  content: Content | null,
) {
  const [own, setOwn] = useState(false)
  const opened = controlled ?? own
  const change = (next: boolean) => {
    setOwn(next)
    onChange?.(next)
  }
  const giveUp = useEffectEvent(() => change(false))
  useEffect(() => {
    if (!opened || content !== null) return
    let isCurrent = true
    void code.load().then((loaded) => {
      if (isCurrent && loaded === null) giveUp()
    })
    return () => void (isCurrent = false)
  }, [opened, content, code])
  return { opened, change }
}

interface Approach {
  readonly code: OverlayCode<unknown>
  readonly opened: boolean
  readonly isLoaded: boolean
  readonly opensBy: 'press' | 'hover' | 'owner'
  change(opened: boolean): void
}

/** Handlers for pointer and focus that come to the button or leave it. */
function getApproachHandlers(
  { code, opened, isLoaded, opensBy, change }: Approach,
  own: TargetProps,
): Pick<TargetProps, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'> {
  const byHover = opensBy === 'hover'
  return {
    onPointerEnter(event) {
      own.onPointerEnter?.(event)
      code.preload()
      if (byHover && event.pointerType === 'mouse') change(true)
    },
    onPointerLeave(event) {
      own.onPointerLeave?.(event)
      if (byHover && event.pointerType === 'mouse') change(false)
    },
    onFocus(event) {
      own.onFocus?.(event)
      code.preload()
      if (byHover && event.currentTarget.matches(':focus-visible')) change(true)
    },
    onBlur(event) {
      own.onBlur?.(event)
      // What opens late must not take the focus from where the user has gone meanwhile.
      if (opened && (byHover || !isLoaded)) change(false)
    },
  }
}
