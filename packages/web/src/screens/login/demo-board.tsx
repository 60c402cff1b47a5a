import { useComputedColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { signal } from '@preact/signals-core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whenIdle } from '../../platform/chunks/idle.ts'
import { loadChunk } from '../../platform/chunks/chunk-retry.ts'
import classes from './login.module.css'

/**
 * A small interactive board beside the form, from 1,000 px on; an empty background until the form is usable, and if
 * the board cannot be loaded.
 */
export function DemoBoard() {
  const { t, i18n } = useTranslation('login')
  const host = useRef<HTMLDivElement>(null)
  const isWide = useMediaQuery('(min-width: 62.5em)')
  const scheme = useComputedColorScheme('light')
  const [theme] = useState(() => signal<'light' | 'dark'>(scheme))

  useEffect(() => {
    theme.value = scheme
  }, [scheme, theme])

  useEffect(() => {
    const element = host.current
    if (!isWide || !element) return
    let dispose = () => {}
    let isDisposed = false
    const texts = {
      title: t('board.title'),
      idea: t('board.idea'),
      drag: t('board.drag'),
      together: t('board.together'),
      ask: t('board.ask'),
      yes: t('board.yes'),
    }
    const load = () =>
      loadChunk('demo-board', () => import('./mount-board.ts')).then(
        ({ mountBoard }) => {
          if (!isDisposed) dispose = mountBoard({ host: element, theme, texts, textLabel: t('board.text') })
        },
        // The board is decorative; signing in works without it.
        (error: unknown) => console.warn(error),
      )
    const cancel = whenIdle(() => void load())
    return () => {
      isDisposed = true
      cancel()
      dispose()
    }
  }, [isWide, theme, t, i18n.language])

  return (
    <div key={i18n.language} ref={host} className={classes.board} role="img" aria-label={t('board.name')} />
  )
}
