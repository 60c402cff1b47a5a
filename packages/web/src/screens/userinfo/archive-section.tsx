import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { getFailureText } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'

/** Everything that is mine, to take away. The browser shows how far the download is. */
export function ArchiveSection() {
  const { t } = useTranslation('userinfo')
  const fetchAll = useMutation({
    async mutationFn() {
      await api.user.startExport()
      const { url } = await api.user.exportState()
      // An attachment: the page stays where it is.
      if (url !== undefined) location.assign(url)
    },
  })
  return (
    <Section title={t('archive.title')} text={t('archive.text')}>
      <FailureNote text={fetchAll.error && getFailureText(fetchAll.error)} />
      <Group>
        <Button variant="default" loading={fetchAll.isPending} onClick={() => fetchAll.mutate()}>
          {t('archive.act')}
        </Button>
      </Group>
    </Section>
  )
}
