import { useSignal } from '../../../platform/dom/use-signal.ts'
import { lazyPart } from '../../../platform/lazy-part.tsx'
import { session } from '../../../state/index.ts'
import { useMe } from '../me.ts'
import type { CodeFormProps } from './code-form.tsx'
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
  const { data: me } = useMe(isOpen)
  if (!isOpen || !me || me.emailVerified) return null
  return <CodeForm email={user.email ?? ''} onClose={close} />
}
