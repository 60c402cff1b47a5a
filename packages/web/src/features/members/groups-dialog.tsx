import { ActionIcon, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lengths } from '@tavla/contract'
import type { MemberGroup } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useLayer } from '../../ui/layers.ts'
import { findUnusedColor, groupColors } from './group-colors.ts'
import { GroupDot } from './group-badge.tsx'
import classes from './groups.module.css'
import { type GroupDraft, useSetGroups } from './use-groups.ts'

interface GroupsDialogProps {
  wid: string
  groups: readonly MemberGroup[]
  onClose(): void
}

/** Adds, edits and removes the groups of a space. Their members are set in each member's menu. */
export function GroupsDialog({ wid, groups, onClose }: GroupsDialogProps) {
  const { t } = useTranslation('members')
  useLayer(true)
  const [drafts, setDrafts] = useState<readonly GroupDraft[]>(groups)
  const save = useSetGroups(wid)
  const hasUnnamed = drafts.some(({ name }) => name.trim() === '')
  const updateDraft = (index: number, changed: Partial<GroupDraft>) =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, ...changed } : draft)))
  const addDraft = () =>
    setDrafts([...drafts, { name: '', color: findUnusedColor(drafts.map(({ color }) => color)), uids: [] }])

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('groups.title')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!hasUnnamed) save.mutate(drafts, { onSuccess: onClose })
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('groups.text')}
          </Text>
          {drafts.map((draft, index) => (
            // New drafts have no id yet, so their index identifies them.
            <GroupRow
              key={draft.id ?? `new-${index}`}
              draft={draft}
              onChange={(changed) => updateDraft(index, changed)}
              onRemove={() => setDrafts(drafts.filter((_, at) => at !== index))}
            />
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.5} />}
            onClick={addDraft}
            data-autofocus={drafts.length === 0 || undefined}
          >
            {t('groups.add')}
          </Button>
          <FailureNote text={save.error && getLocalFailureText(save.error)} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={hasUnnamed}>
              {t('common:act.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface GroupRowProps {
  draft: GroupDraft
  onChange(changed: Partial<GroupDraft>): void
  onRemove(): void
}

function GroupRow({ draft, onChange, onRemove }: GroupRowProps) {
  const { t } = useTranslation('members')
  const { name, color } = draft
  const colorOptions = groupColors.map((name) => ({
    value: name as string,
    label: t(`groups.colors.${name}`),
  }))
  const colors = colorOptions.some(({ value }) => value === color)
    ? colorOptions
    : [...colorOptions, { value: color, label: color }]
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.name ?? ''}
        aria-label={t('groups.name')}
        placeholder={t('groups.name')}
        maxLength={lengths.groupName}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        className={classes.color ?? ''}
        aria-label={t('groups.colorOf', { name })}
        data={colors}
        value={color}
        leftSection={<GroupDot color={color} />}
        renderOption={({ option }) => (
          <Group gap="xs">
            <GroupDot color={option.value} />
            {option.label}
          </Group>
        )}
        onChange={(chosen) => chosen !== null && onChange({ color: chosen })}
      />
      <ActionIcon size={36} aria-label={t('groups.remove', { name })} onClick={onRemove}>
        <IconTrash size={18} stroke={1.5} />
      </ActionIcon>
    </div>
  )
}
