import { Button, FileButton, Group, Select, Text, TextInput } from '@mantine/core'
import { calls } from '@tavla/contract'
import type { User } from '@tavla/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeMe } from '../../features/account/index.ts'
import { api } from '../../platform/network/api.ts'
import { getFailureText } from '../../platform/failure.ts'
import { NotAnImage } from '../../platform/dom/photo.ts'
import type { StoredUser } from '../../platform/storage-keys.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { Section } from '../../ui/section.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { useProfileOptions } from './queries.ts'
import classes from './userinfo.module.css'

interface ProfileSectionProps {
  user: StoredUser
  me: User | undefined
}

/** Photo, name, occupation, company size and industry. */
export function ProfileSection({ user, me }: ProfileSectionProps) {
  const { t } = useTranslation('userinfo')
  return (
    <Section id="profile" title={t('profile.title')} text={t('profile.text')}>
      <PhotoField user={user} />
      <NameForm name={user.name} />
      <ProfileSelects me={me} />
    </Section>
  )
}

function PhotoField({ user }: { user: StoredUser }) {
  const { t } = useTranslation('userinfo')
  const [failure, setFailure] = useState<string | null>(null)
  const change = useChangeMe((file: File | null) =>
    file === null ? api.user.removePhoto() : api.user.setPhoto({ file }),
  )
  const [chosen, setChosen] = useState<File | null>(null)
  const resetFile = useRef<() => void>(null)
  const fail = (error: unknown) => {
    setChosen(null)
    setFailure(error instanceof NotAnImage ? t('photo.none') : getFailureText(error))
  }
  const send = (file: File | null) => {
    setFailure(null)
    change.mutate(file, { onSuccess: () => setChosen(null), onError: fail })
  }
  return (
    <>
      <div className={classes.photo}>
        <PersonAvatar id={user.uid} name={user.name} photo={user.photo} size={72} />
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif"
            resetRef={resetFile}
            onChange={(file) => {
              setFailure(null)
              setChosen(file)
              // The same file can be chosen again.
              resetFile.current?.()
            }}
          >
            {(button) => (
              <Button {...button} variant="default" size="xs" loading={change.isPending}>
                {t(user.photo ? 'photo.change' : 'photo.add')}
              </Button>
            )}
          </FileButton>
          {user.photo && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              disabled={change.isPending}
              onClick={() => send(null)}
            >
              {t('common:act.remove')}
            </Button>
          )}
        </Group>
      </div>
      <FailureNote text={failure} />
      {chosen && (
        <PhotoDialog
          file={chosen}
          busy={change.isPending}
          onCropped={send}
          onFailure={fail}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

function NameForm({ name }: { name: string }) {
  const { t } = useTranslation('userinfo')
  const rename = useChangeMe((next: string) => api.user.rename({ body: { name: next } }))
  const form = useForm({
    initial: { name },
    schema: calls.user.rename.body,
    send: (values) => rename.mutateAsync(values.name.trim()),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <div className={classes.inline}>
        <TextInput
          label={t('common:fields.name.label')}
          autoComplete="name"
          value={form.values.name}
          error={form.error('name')}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={form.busy}
          disabled={form.values.name.trim() === name && form.error('name') === undefined}
        >
          {t('common:act.save')}
        </Button>
      </div>
      <FailureNote text={form.failure} />
    </form>
  )
}

const selectNames = ['occupation', 'staffNum', 'trade'] as const

/** Selects that are saved on change. */
function ProfileSelects({ me }: { me: User | undefined }) {
  const { t, i18n } = useTranslation('userinfo')
  const lists = useProfileOptions(i18n.language)
  const change = useChangeMe((body: Partial<Record<(typeof selectNames)[number], string>>) =>
    api.user.setProfile({ body }),
  )
  return (
    <>
      {selectNames.map((name) => (
        <Select
          key={name}
          label={t(`profile.${name}`)}
          placeholder={t('profile.choose')}
          data={(lists[name] ?? []).map((choice) => ({ value: choice.id, label: choice.name }))}
          value={me?.[name] ?? null}
          disabled={!me || !lists[name]}
          onChange={(id) => id !== null && change.mutate({ [name]: id })}
        />
      ))}
      {change.error && (
        <Text size="sm" c="red" role="alert">
          {getFailureText(change.error)}
        </Text>
      )}
    </>
  )
}
