import { Button, Text } from '@mantine/core'
import type { AccessRequest, GivenRole, Role } from '@tavla/contract'
import { canGrantRole } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddSeat } from '../../billing/index.ts'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import { RowError } from '../row-error.tsx'
import classes from '../members.module.css'
import { useAccessRequests, useDecideAccess } from '../queries.ts'
import { RoleSelect } from '../role-select.tsx'
import { TitledList } from './titled-list.tsx'

/** Pending access requests. */
export function AccessRequestList({ wid, myRole }: { wid: string; myRole: Role }) {
  const { t } = useTranslation('members')
  const { data: requests } = useAccessRequests(wid)
  if (!requests || requests.length === 0) return null
  return (
    <TitledList title={t('requests.title')}>
      {requests.map((request) => (
        <AccessRequestRow key={request.uid} wid={wid} myRole={myRole} request={request} />
      ))}
    </TitledList>
  )
}

interface AccessRequestRowProps {
  wid: string
  myRole: Role
  request: AccessRequest
}

function AccessRequestRow({ wid, myRole, request }: AccessRequestRowProps) {
  const { t } = useTranslation('members')
  const { uid, name, photo, note, needsSeat } = request
  const [role, setRole] = useState<GivenRole>(canGrantRole(myRole, request.role) ? request.role : 'viewer')
  const decide = useDecideAccess(wid)
  return (
    <li className={classes.request}>
      <PersonAvatar id={uid} name={name} photo={photo} size={36} />
      <div className={classes.who}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {note !== '' && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      <div className={classes.answer}>
        <RoleSelect hideLabel myRole={myRole} value={role} label={t('roleOf', { name })} onChange={setRole} />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ uid, role: null })}
        >
          {t('requests.refuse')}
        </Button>
        {needsSeat ? (
          <AddSeat size="compact-sm" request={{ wid, uid, role, name }} isOwner={myRole === 'owner'} />
        ) : (
          <Button
            size="compact-sm"
            variant="light"
            loading={decide.isPending}
            onClick={() => decide.mutate({ uid, role })}
          >
            {t('requests.letIn')}
          </Button>
        )}
      </div>
      <RowError error={decide.error} />
    </li>
  )
}
