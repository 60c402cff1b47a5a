import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Product } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import { LimitText } from './plan-line.tsx'
import { useLimits } from './queries.ts'

/** The offer: a plan's limit was reached (4042). It says what is used, what a larger plan costs, and how not to be asked again. */
export function OfferDialog() {
  const { t } = useTranslation()
  const open = useSignal(payment.offerShow)
  const close = () => payment.setOffer(false)
  return (
    <Modal
      opened={open}
      onClose={close}
      title={t('offer.title')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      {open && <Offer onClose={close} />}
    </Modal>
  )
}

function Offer({ onClose }: { onClose(): void }) {
  const { t, i18n } = useTranslation()
  const { data: limits } = useLimits()
  const products = useSignal(payment.proProduct)
  const stay = useMutation({
    mutationFn: () => api.user.goOnFree({}, { quiet: true }),
    onSuccess: (user) => session.learned(user),
    onSettled: onClose,
  })
  return (
    <Stack gap="md">
      <Text>{t(products.length > 0 ? 'offer.text' : 'offer.noProducts')}</Text>
      {limits && (
        <Stack gap="xs">
          <LimitText of="spaces" limit={limits.spaces} from="always" />
          <LimitText of="storage" limit={limits.storage} from="always" />
        </Stack>
      )}
      {products.map((product) => (
        <Text key={product.id} size="sm">
          {t('offer.price', { count: product.num, price: priceText(product, i18n.language) })}
        </Text>
      ))}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" loading={stay.isPending} onClick={() => stay.mutate()}>
          {t('offer.stay')}
        </Button>
        <Button onClick={onClose}>{t('act.understood')}</Button>
      </Group>
    </Stack>
  )
}

/** Prices come in the smallest unit of their currency. */
function priceText({ price, currency }: Product, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(price / 10 ** digits)
}
