import { Button, FileButton, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconCheck, IconPhotoUp, IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../../platform/failure.ts'
import { NotAnImage } from '../../../platform/dom/photo.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { settings } from '../../../state/index.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import classes from './cover-dialog.module.css'
import { useBuiltInCovers, useSetCover, useSpace } from '../queries.ts'
import type { CoverChoice } from '../queries.ts'
import { getThumbnailUrl, Thumbnail } from '../thumbnail.tsx'

const placeholders = ['1', '2', '3', '4', '5', '6', '7', '8']

/** Cover of the space whose id is in `settingCoverWid`; spec §3. */
export function CoverDialog() {
  const { t } = useTranslation('dashboard')
  const wid = useSignal(settings.settingCoverWid)
  return (
    <Modal
      opened={wid !== ''}
      onClose={() => settings.setCoverWid('')}
      title={t('photo.title')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {wid !== '' && <CoverForm wid={wid} />}
    </Modal>
  )
}

/** A choice is saved immediately. */
function CoverForm({ wid }: { wid: string }) {
  const { t } = useTranslation('dashboard')
  const { data: space, error } = useSpace(wid)
  const builtIn = useBuiltInCovers()
  const change = useSetCover(wid)
  const choose = (choice: CoverChoice) => change.mutate(choice)
  const failure = change.error ?? error ?? builtIn.error
  const isAuto = space?.photoAuto ?? false

  return (
    <Stack>
      <div className={classes.now}>
        {space ? (
          <Thumbnail wid={wid} name={space.name} url={getThumbnailUrl(space)} />
        ) : (
          <Skeleton height="100%" radius={0} />
        )}
      </div>
      <Group gap="xs">
        <Button
          variant={isAuto ? 'light' : 'default'}
          aria-pressed={isAuto}
          leftSection={<IconSparkles size={18} stroke={1.5} />}
          disabled={change.isPending}
          onClick={() => choose('auto')}
        >
          {t('photo.auto')}
        </Button>
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={(file) => file && choose({ file })}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              leftSection={<IconPhotoUp size={18} stroke={1.5} />}
              loading={change.isPending}
            >
              {t('photo.upload')}
            </Button>
          )}
        </FileButton>
        {space && (space.photo !== null || space.photoAuto) && (
          <Button variant="subtle" color="gray" disabled={change.isPending} onClick={() => choose('none')}>
            {t('photo.none')}
          </Button>
        )}
      </Group>
      <div>
        <Text size="sm" fw={500} mb={8}>
          {t('photo.gallery')}
        </Text>
        <div className={classes.gallery}>
          {builtIn.data
            ? builtIn.data.list.map(({ id, url }, at) => (
                <button
                  key={id}
                  type="button"
                  className={classes.choice}
                  aria-label={t('photo.builtIn', { number: at + 1 })}
                  aria-pressed={space?.photo === url}
                  disabled={change.isPending}
                  onClick={() => choose({ builtIn: id })}
                >
                  <img src={url} alt="" />
                  {space?.photo === url && <IconCheck size={18} stroke={2.5} aria-hidden />}
                </button>
              ))
            : placeholders.map((index) => <Skeleton key={index} height={72} radius="md" />)}
        </div>
      </div>
      <FailureNote
        text={failure && (failure instanceof NotAnImage ? t('photo.unread') : getLocalFailureText(failure))}
      />
    </Stack>
  )
}
