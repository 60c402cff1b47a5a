import { Button, TextInput } from '@mantine/core'
import { toLinkUrl } from '@tavla/canvas'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import { openLink } from '../menus/open-link.ts'
import classes from './properties.module.css'

/** Sets or removes the link of the edited text or of the selection, and opens the links that are there. */
export function LinkPanel({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('board')
  const { board, space } = useBoard()
  const [current] = useState(() => board.links.get())
  const [links] = useState(() => board.links.list())
  const [typed, setTyped] = useState(current ?? '')
  const [isInvalid, setIsInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The panel that traps the focus may be there before this part of the page has loaded.
  useEffect(() => field.current?.focus(), [])
  const set = (href: string | null) => {
    board.links.set(href)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const href = toLinkUrl(typed)
    if (href !== undefined) set(href)
    else if (typed.trim() === '' && current !== null) set(null)
    else setIsInvalid(true)
  }
  return (
    <form className={classes.panel} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label={t('link.url')}
        value={typed}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        error={isInvalid ? t('link.invalid') : null}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setIsInvalid(false)
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs">
          {t(current === null ? 'link.add' : 'common:act.save')}
        </Button>
        {current !== null && (
          <Button size="xs" variant="default" onClick={() => set(null)}>
            {t('link.remove')}
          </Button>
        )}
      </div>
      {links.length > 0 && (
        <ul className={classes.links} aria-label={t('link.open')}>
          {links.map((href) => (
            <li key={href}>
              <button
                type="button"
                className={classes.link}
                aria-label={t('link.openUrl', { url: href })}
                onClick={() => openLink(href, board, space.wid)}
              >
                <IconExternalLink size={16} stroke={1.5} aria-hidden />
                <span>{href.replace(/^(https?:\/\/|mailto:)/i, '')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
