import { ActionIcon, Menu } from '@mantine/core'
import { IconBookmark, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import type { Version } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFailureText } from '../../../platform/failure.ts'
import { toasts } from '../../../platform/toast.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../../board-panels/index.ts'
import type { History } from '../history.ts'
import classes from './version-list.module.css'
import { NameForm } from './name-form.tsx'
import { useNameVersion, useRemoveVersion, useRenameVersion } from '../queries.ts'

interface VersionRowProps {
  version: Version
  history: History
  getName(uid: string): string
}

/** A named version: opens it; its author or an admin can rename it or remove the name. */
export function VersionRow({ version, history, getName }: VersionRowProps) {
  const { t, i18n } = useTranslation('board')
  const { replica, space } = useBoard()
  const { uid, role } = useSignal(replica.actor)
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = useRenameVersion(space.wid)
  const seq = useSignal(history.seq)
  const { id, name } = version
  const canChange = isAtLeast(role, 'editor') && (version.uid === uid || isAtLeast(role, 'admin'))
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  if (isRenaming)
    return (
      <li className={classes.naming}>
        <NameForm
          name={name}
          label={t('history.versions.rename', { name })}
          busy={rename.isPending}
          failure={rename.error}
          onName={(next) => rename.mutate({ id, name: next }, { onSuccess: () => setIsRenaming(false) })}
          onCancel={() => setIsRenaming(false)}
        />
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        aria-current={seq === version.seq}
        onClick={() => void history.goTo(version.seq)}
      >
        <IconBookmark className={classes.bookmark} size={18} stroke={1.5} aria-hidden />
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          <span className={classes.quiet}>
            {t('history.moment', { when: time.format(Date.parse(version.time)), name: getName(version.uid) })}
          </span>
        </span>
      </button>
      {canChange && <VersionMenu version={version} onRename={() => setIsRenaming(true)} />}
    </li>
  )
}

function VersionMenu({ version: { id, seq, name }, onRename }: { version: Version; onRename(): void }) {
  const { t } = useTranslation('board')
  const { space } = useBoard()
  const remove = useRemoveVersion(space.wid)
  const nameAgain = useNameVersion(space.wid)
  const showFailure = (error: Error): void => toasts.note(getFailureText(error))
  const removeName = (): void =>
    remove.mutate(id, {
      onSuccess: () =>
        toasts.note(t('history.versions.removed', { name }), {
          label: t('commands.undo'),
          run: () => nameAgain.mutate({ seq, name }, { onError: showFailure }),
        }),
      onError: showFailure,
    })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('history.versions.more', { name })}
          loading={remove.isPending}
        >
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />} onClick={onRename}>
          {t('history.versions.renameIt')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />} onClick={removeName}>
          {t('history.versions.removeIt')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
