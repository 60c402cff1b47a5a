import { Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { codes } from '@tavla/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../platform/failure.ts'
import { getGroupPrefix, readAgain } from '../../platform/network/call-query.ts'
import { toasts } from '../../platform/toast.ts'
import { FormEnd } from '../../ui/form-end.tsx'
import { adminApi, getFailureText, getReason } from './admin-refusals.ts'
import { CodeField } from './sign-in.tsx'

type Run = () => Promise<unknown>

export interface Acting {
  readonly busy: boolean
  readonly failure: string | null
  /** Runs an act, asks for the password where the server does, then reads every list anew. */
  act(run: Run, done?: string): void
  /** Stands somewhere in the page. */
  readonly dialog: ReactNode
}

/** How everything that changes something is done here. */
export function useAct(): Acting {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<{ run: Run; done: string | undefined } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const perform = async (run: Run, done: string | undefined) => {
    setBusy(true)
    setFailure(null)
    try {
      await run()
      if (done !== undefined) toasts.note(done)
      await readAgain(client, getGroupPrefix(adminApi.me))
    } catch (error) {
      if (getReason(error) === 'proof') setWaiting({ run, done })
      else setFailure(getFailureText(error))
    } finally {
      setBusy(false)
    }
  }
  const proved = () => {
    if (waiting) void perform(waiting.run, waiting.done)
    setWaiting(null)
  }
  return {
    busy,
    failure,
    act: (run, done) => void perform(run, done),
    dialog: waiting && <ProofDialog onProved={proved} onClose={() => setWaiting(null)} />,
  }
}

function ProofDialog({ onProved, onClose }: { onProved(): void; onClose(): void }) {
  const { t } = useTranslation('admin')
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const prove = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await adminApi.prove({ body: { password, ...(otp === null ? {} : { otp }) } })
      onProved()
    } catch (error) {
      const asks = isRefusal(error, codes.code_invalid.code) && otp === null
      if (asks) setOtp('')
      setFailure(asks ? null : getFailureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('proof.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void prove()
        }}
      >
        <Stack>
          <Text size="sm">{t('proof.text')}</Text>
          <PasswordInput
            name="password"
            label={t('password')}
            autoComplete="current-password"
            data-autofocus
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {otp !== null && <CodeField value={otp} onChange={setOtp} />}
          <FormEnd
            failure={failure}
            busy={busy}
            act={t('proof.confirm')}
            cancel={t('cancel')}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
