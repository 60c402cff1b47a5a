import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { lazyPart } from '../../../platform/lazy-part.tsx'
import { session } from '../../../state/index.ts'
import { useMe } from '../me.ts'
import type { CodeFormProps } from './code-form.tsx'
import classes from './code-form.module.css'
import { useClosedBanner } from './use-closed-banner.ts'

/** Only new accounts need it. */
const CodeForm = lazyPart<CodeFormProps>(
  'confirm-email',
  async () => (await import('./code-form.tsx')).CodeForm,
)

/** Asks for the code that was emailed at registration, until the address is confirmed. */
export function ConfirmEmailBanner() {
  const user = useSignal(session.userInfo)
  const [isClosed, close] = useClosedBanner('email')
  const isOpen = user?.kind === 'full' && user.emailVerified === false && user.email !== null && !isClosed
  // It can have been confirmed on another device.
  const { data: me, isLoading } = useMe(isOpen)
  if (!isOpen || me?.emailVerified || (!me && !isLoading)) return null
  const email = user.email ?? ''
  const room = <FormRoom email={email} />
  return me ? <CodeForm email={email} onClose={close} fallback={room} /> : room
}

/** As high as the form that replaces it, so that nothing below moves away from the pointer. */
function FormRoom({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.room} aria-hidden>
      <div className={classes.line}>
        <Text size="sm" className={classes.text ?? ''}>
          {t('confirmEmail.text', { email })}
        </Text>
        <div className={classes.controls} />
      </div>
    </div>
  )
}
