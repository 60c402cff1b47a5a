import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import classes from './userinfo.module.css'

interface CodeFieldProps {
  value: string
  error: string | undefined
  /** Sends a code by email. Returns the seconds until another one can be requested. */
  send(): Promise<number>
  onChange(code: string): void
  onFailure(error: unknown): void
}

/** Field for a code from an email, with a button that sends one. */
export function CodeField({ value, error, send, onChange, onFailure }: CodeFieldProps) {
  const { t } = useTranslation('userinfo')
  const [remainingSeconds, setRemainingSeconds] = useState(0)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (remainingSeconds <= 0) return
    return clock.after(1000, () => setRemainingSeconds(remainingSeconds - 1))
  }, [remainingSeconds])

  const requestCode = () => {
    setBusy(true)
    send()
      .then(setRemainingSeconds, onFailure)
      .finally(() => setBusy(false))
  }
  return (
    <div className={classes.inline}>
      <TextInput
        label={t('common:fields.code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={64}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button variant="default" loading={busy} disabled={remainingSeconds > 0} onClick={requestCode}>
        {remainingSeconds > 0 ? t('code.wait', { count: remainingSeconds }) : t('code.send')}
      </Button>
    </div>
  )
}
