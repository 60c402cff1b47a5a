import { Pill, PillsInput } from '@mantine/core'
import { isEmail } from '@tavla/contract'
import { useRef } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { addEntries, findEmails, getEntries } from './find-emails.ts'
import classes from '../members.module.css'

interface EmailsFieldProps {
  /** Entries that are complete; those that are no emails are marked. */
  value: readonly string[]
  /** What is being typed. */
  typed: string
  /** Shown below instead of the help. */
  note: string | null
  onChange(value: string[]): void
  onType(typed: string): void
}

/** Keys that complete an entry; a space only does so after an email, because names contain spaces. */
const separators = [',', ';']

/** A field for many emails. Typed and pasted lists are reduced to the emails they contain. */
export function EmailsField({ value, typed, note, onChange, onType }: EmailsFieldProps) {
  const { t } = useTranslation('members')
  const field = useRef<HTMLInputElement>(null)
  const wrong = value.filter((entry) => !isEmail(entry))

  const complete = (text: string) => {
    onChange(addEntries(value, getEntries(text)))
    onType('')
  }
  const type = (text: string) => {
    const isComplete =
      separators.includes(text.slice(-1)) || (text.endsWith(' ') && findEmails(text).length > 0)
    if (isComplete && text.trim() !== '') complete(text)
    else onType(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      complete(typed)
    } else if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (findEmails(text).length === 0) return
    event.preventDefault()
    complete(`${typed} ${text}`)
  }

  return (
    <PillsInput
      label={t('mail.label')}
      description={note ?? t('mail.help')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      error={wrong.length > 0 && t('mail.wrong', { list: wrong.join(', ') })}
      onClick={() => field.current?.focus()}
    >
      <Pill.Group>
        {value.map((entry) => (
          <Pill
            key={entry}
            withRemoveButton
            className={isEmail(entry) ? '' : classes.wrongEntry}
            removeButtonProps={{
              'aria-label': t('mail.remove', { email: entry }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => onChange(value.filter((other) => other !== entry))}
          >
            {entry}
          </Pill>
        ))}
        <PillsInput.Field
          ref={field}
          inputMode="email"
          autoComplete="off"
          placeholder={value.length === 0 ? t('mail.placeholder') : ''}
          value={typed}
          data-autofocus
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => typed.trim() !== '' && complete(typed)}
        />
      </Pill.Group>
    </PillsInput>
  )
}
