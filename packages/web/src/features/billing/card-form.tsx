import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { isCardFormMessage } from '../../platform/card-form-messages.ts'
import type { CardFormOrder, CardFormTexts } from '../../platform/card-form-messages.ts'
import { payment } from '../../state/index.ts'
import classes from './billing.module.css'
import { LoadFailure } from './load-failure.tsx'

interface CardFormProps {
  clientSecret: string
  purpose: 'pay' | 'save'
  /** Label of the button, such as the amount. */
  submit: string
  onDone(): void
}

/** The card form in an iframe of its own, so that the provider's script cannot access this page. */
export function CardForm({ clientSecret, purpose, submit, onDone }: CardFormProps) {
  const { t, i18n } = useTranslation('billing')
  const provider = useSignal(payment.provider)
  const { mutate: loadKey, isSuccess: isKeyLoaded } = useMutation({ mutationFn: payment.loadPublicKey })
  const scheme = useComputedColorScheme('light')
  const frame = useRef<HTMLIFrameElement>(null)
  const latestScheme = useRef(scheme)
  const [height, setHeight] = useState(320)

  useEffect(() => {
    if (payment.provider.peek() === null) loadKey()
  }, [loadKey])

  useEffect(() => {
    if (!provider) return
    const texts: CardFormTexts = {
      submit,
      title: t('card.title'),
      number: t('card.number'),
      expiry: t('card.expiry'),
      cvc: t('card.cvc'),
      sandbox: t('card.sandbox'),
      testCards: t('card.testCards'),
      unknownCard: t('card.unknownCard'),
      declined: t('card.declined'),
      insufficientFunds: t('card.insufficientFunds'),
      notAuthenticated: t('card.notAuthenticated'),
      failed: t('card.failed'),
      notLoaded: t('card.notLoaded'),
      tryAgain: t('common:act.tryAgain'),
      bankTitle: t('card.bankTitle'),
      bankText: t('card.bankText'),
      approve: t('card.approve'),
      reject: t('card.reject'),
    }
    const order: Omit<CardFormOrder, 'scheme'> = {
      tavla: 'card-form',
      kind: provider.kind,
      publicKey: provider.publicKey,
      clientSecret,
      purpose,
      language: i18n.language,
      texts,
    }
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow || !isCardFormMessage(data))
        return
      // The first render does not have the computed scheme yet, so this reads the latest one.
      if (data.state === 'ready')
        frame.current.contentWindow?.postMessage({ ...order, scheme: latestScheme.current }, location.origin)
      else if (data.state === 'height') setHeight(Math.max(160, data.height + 8))
      else onDone()
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [provider, clientSecret, purpose, i18n.language, submit, onDone, t])

  useEffect(() => {
    latestScheme.current = scheme
    frame.current?.contentWindow?.postMessage({ tavla: 'card-form', scheme }, location.origin)
  }, [scheme])

  if (!provider)
    return isKeyLoaded ? (
      <LoadFailure text={t('card.notLoaded')} onRetry={loadKey} />
    ) : (
      <Skeleton height={height} />
    )
  return (
    <iframe
      ref={frame}
      className={classes.card}
      src={provider.address}
      title={t('card.title')}
      allow="payment"
      height={height}
    />
  )
}
