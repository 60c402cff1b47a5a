import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import type { AdminPersonDetails } from '@tavla/contract/admin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { longDate } from '../../platform/format.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { adminApi } from './admin-refusals.ts'
import { limitNames, useLimitText } from './limits.ts'
import { useAct } from './use-act.tsx'

/** What an account may use and has used, and the plan that was given to it. */
export function PersonPlan({ person }: { readonly person: AdminPersonDetails }) {
  const { t, i18n } = useTranslation('admin')
  const { act, busy, failure, dialog } = useAct()
  const { getUse } = useLimitText()
  const [asking, setAsking] = useState(false)
  const { uid, grant, limits } = person
  const end = () => adminApi.grantPlan({ body: { uid, plan: 'free' } })
  return (
    <>
      <Title order={3}>{t('plans.title')}</Title>
      {grant && (
        <Text size="sm">
          {t('plans.given', {
            plan: t(`plans.names.${grant.plan}`),
            seats: grant.seats,
            date: longDate(grant.until, i18n.language),
          })}
        </Text>
      )}
      {limitNames.map((name) => (
        <Text key={name} size="sm">
          <b>{t(`limits.${name}`)}:</b> {getUse(limits, name)}
        </Text>
      ))}
      <FailureNote text={failure} />
      {person.kind === 'full' && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setAsking(true)}>
            {t(grant ? 'plans.extend' : 'plans.give')}
          </Button>
          {grant && (
            <Button variant="default" loading={busy} onClick={() => act(end, t('plans.ended'))}>
              {t('plans.end')}
            </Button>
          )}
        </Group>
      )}
      {asking && <GrantDialog person={person} act={act} onClose={() => setAsking(false)} />}
      {dialog}
    </>
  )
}

interface GrantDialogProps {
  readonly person: AdminPersonDetails
  readonly act: ReturnType<typeof useAct>['act']
  onClose(): void
}

function GrantDialog({ person, act, onClose }: GrantDialogProps) {
  const { t } = useTranslation('admin')
  const { uid, grant } = person
  const [plan, setPlan] = useState<'pro' | 'team'>(grant?.plan === 'team' ? 'team' : 'pro')
  const [seats, setSeats] = useState(String(grant?.seats ?? 5))
  const [until, setUntil] = useState(grant?.until.slice(0, 10) ?? '')
  const save = () =>
    adminApi.grantPlan({
      // To the end of that day, where the administrator is.
      body: { uid, plan, seats: Number(seats), until: new Date(`${until}T23:59:59`).toISOString() },
    })
  return (
    <Modal opened onClose={onClose} title={t('plans.give')} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          act(save, t('plans.saved'))
          onClose()
        }}
      >
        <Stack>
          <Text size="sm">{t('plans.giveText', { name: person.name })}</Text>
          <NativeSelect
            label={t('people.plan')}
            data-autofocus
            value={plan}
            data={(['pro', 'team'] as const).map((value) => ({ value, label: t(`plans.names.${value}`) }))}
            onChange={(event) => setPlan(event.currentTarget.value === 'team' ? 'team' : 'pro')}
          />
          <TextInput
            type="number"
            label={t('plans.seats')}
            required
            min={1}
            max={500}
            value={seats}
            onChange={(event) => setSeats(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('plans.until')}
            required
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <FormEnd
            failure={null}
            busy={false}
            act={t('plans.give')}
            cancel={t('cancel')}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
