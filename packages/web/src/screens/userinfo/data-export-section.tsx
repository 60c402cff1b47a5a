import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { getFailureText } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'

/** Downloads the account's data; the browser shows the progress. */
export function DataExportSection() {
  const { t } = useTranslation('userinfo')
  const startExport = useMutation({
    async mutationFn() {
      await api.user.startExport()
      const { url } = await api.user.exportState()
      // The response is an attachment, so the page stays open.
      if (url !== undefined) location.assign(url)
    },
  })
  return (
    <Section id="data" title={t('archive.title')} text={t('archive.text')}>
      <FailureNote text={startExport.error && getFailureText(startExport.error)} />
      <Group>
        <Button variant="default" loading={startExport.isPending} onClick={() => startExport.mutate()}>
          {t('archive.act')}
        </Button>
      </Group>
    </Section>
  )
}
