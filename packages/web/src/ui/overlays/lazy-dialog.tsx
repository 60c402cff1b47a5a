import { useMounted } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'
import type { OverlayCode } from './overlay-code.ts'

interface DialogProps {
  /** Without it, the dialog is open as long as it is rendered. */
  readonly opened?: boolean
  onClose(): void
}

/**
 * A dialog, or a menu at a position, whose code loads when it opens for the first time. If that fails, it is closed,
 * so that it can be opened again.
 */
export function lazyDialog<Props extends DialogProps>(
  code: OverlayCode<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyDialog(props) {
    const { opened = true, onClose } = props
    const Content = useSyncExternalStore(code.subscribe, code.getLoaded)
    const [isUsed, setIsUsed] = useState(opened)
    if (opened && !isUsed) setIsUsed(true)
    const giveUp = useEffectEvent(onClose)
    useEffect(() => {
      if (!opened) return
      let isCurrent = true
      void code.load().then((loaded) => {
        if (isCurrent && loaded === null) giveUp()
      })
      return () => void (isCurrent = false)
    }, [opened])
    const isPending = opened && Content === null
    useEffect(() => {
      if (!isPending) return
      // What is typed for the dialog must not be taken as shortcuts of what is beneath.
      const holdKey = (event: KeyboardEvent) => {
        event.stopImmediatePropagation()
        if (event.key === 'Escape') giveUp()
      }
      window.addEventListener('keydown', holdKey, { capture: true })
      return () => window.removeEventListener('keydown', holdKey, { capture: true })
    }, [isPending])
    return isUsed && Content !== null ? <Loaded Content={Content} props={props} /> : null
  }
}

/** The library returns the focus only to where it was when an existing dialog opened. */
function Loaded<Props extends DialogProps>({
  Content,
  props,
}: {
  Content: ComponentType<Props>
  props: Props
}) {
  const isMounted = useMounted()
  return <Content {...props} {...(props.opened === true && !isMounted ? { opened: false } : {})} />
}
