import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import type { Member, MemberGroup } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useLayer } from '../../ui/layers.ts'
import { GroupBadge } from './group-badge.tsx'
import classes from './groups.module.css'
import { useSetGroups } from './use-groups.ts'

interface MemberGroupsDialogProps {
  wid: string
  member: Member
  groups: readonly MemberGroup[]
  onClose(): void
}

/** Selects the groups of one member. */
export function MemberGroupsDialog({ wid, member, groups, onClose }: MemberGroupsDialogProps) {
  const { t } = useTranslation('members')
  useLayer(true)
  const [chosen, setChosen] = useState<readonly string[]>(member.groups)
  const save = useSetGroups(wid)
  const uid = member.uid ?? ''
  const submit = () =>
    save.mutate(
      groups.map((group) => {
        const others = group.uids.filter((otherUid) => otherUid !== uid)
        return { ...group, uids: chosen.includes(group.id) ? [...others, uid] : others }
      }),
      { onSuccess: onClose },
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('groups.of', { name: member.name })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack gap="md">
        <Checkbox.Group
          value={[...chosen]}
          onChange={setChosen}
          aria-label={t('groups.of', { name: member.name })}
        >
          <div className={classes.choices}>
            {groups.map((group) => (
              <Checkbox
                key={group.id}
                value={group.id}
                label={<GroupBadge group={group} />}
                styles={{ body: { alignItems: 'center' } }}
              />
            ))}
          </div>
        </Checkbox.Group>
        <FailureNote text={save.error && getLocalFailureText(save.error)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          <Button loading={save.isPending} onClick={submit}>
            {t('common:act.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
