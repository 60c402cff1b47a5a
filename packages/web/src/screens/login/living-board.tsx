import { useComputedColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { signal } from '@preact/signals-core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../platform/network/chunk-retry.ts'
import classes from './login.module.css'

/** A small living board beside the form, from 1,000 px on. Without it, calm paper stays. */
export function DemoBoard() {
  const { t, i18n } = useTranslation('login')
  const host = useRef<HTMLDivElement>(null)
  const wide = useMediaQuery('(min-width: 1000px)')
  const scheme = useComputedColorScheme('light')
  const [theme] = useState(() => signal<'light' | 'dark'>(scheme))

  useEffect(() => {
    theme.value = scheme
  }, [scheme, theme])

  useEffect(() => {
    const element = host.current
    if (!wide || !element) return
    let dispose = () => {}
    let gone = false
    const words = {
      title: t('board.title'),
      idea: t('board.idea'),
      drag: t('board.drag'),
      together: t('board.together'),
      ask: t('board.ask'),
      yes: t('board.yes'),
    }
    loadChunk('living-board', () => import('./mount-board.ts')).then(
      ({ mountBoard }) => {
        if (!gone) dispose = mountBoard({ host: element, theme, words, textLabel: t('board.text') })
      },
      // Paper is enough to sign in by.
      (error: unknown) => console.warn(error),
    )
    return () => {
      gone = true
      dispose()
    }
  }, [wide, theme, t, i18n.language])

  return (
    <div key={i18n.language} ref={host} className={classes.board} role="img" aria-label={t('board.name')} />
  )
}
