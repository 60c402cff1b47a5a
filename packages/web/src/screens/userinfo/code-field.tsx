import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import classes from './userinfo.module.css'

interface CodeFieldProps {
  value: string
  error: string | undefined
  /** Mails a code; answers the seconds until the next one may be asked for. */
  send(): Promise<number>
  onChange(code: string): void
  onFailure(error: unknown): void
}

/** A mailed code, and the button that has it mailed again after a while. */
export function CodeField({ value, error, send, onChange, onFailure }: CodeFieldProps) {
  const { t } = useTranslation('userinfo')
  const [waitS, setWaitS] = useState(0)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (waitS <= 0) return
    return clock.after(1000, () => setWaitS(waitS - 1))
  }, [waitS])

  const ask = () => {
    setBusy(true)
    send()
      .then(setWaitS, onFailure)
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
      <Button variant="default" loading={busy} disabled={waitS > 0} onClick={ask}>
        {waitS > 0 ? t('code.wait', { count: waitS }) : t('code.send')}
      </Button>
    </div>
  )
}
