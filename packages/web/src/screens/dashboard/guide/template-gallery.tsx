import { Button, Modal, Skeleton, Tabs, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconRefresh, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { TemplateCategory } from '@tavla/contract'
import type { Template } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTemplates } from '../../../features/spaces/index.ts'
import { getFailureText } from '../../../platform/failure.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import classes from './template-gallery.module.css'
import { searchTemplates } from './template-search.ts'

export interface TemplateGalleryProps {
  opened: boolean
  /** A board is being created. */
  busy: boolean
  failure: string | null
  /** Null for a blank board. */
  onChoose(template: Template | null): void
  onClose(): void
}

/** Template gallery. */
export function TemplateGallery({ opened, onClose, ...gallery }: TemplateGalleryProps) {
  const { t } = useTranslation('dashboard')
  const narrow = useMediaQuery('(max-width: 37.5em)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={960}
      fullScreen={narrow ?? false}
      radius={narrow ? 0 : 'lg'}
      title={t('template.title')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <GalleryContent {...gallery} />
    </Modal>
  )
}

const allCategories = 'every'

function GalleryContent({ busy, failure, onChoose }: Omit<TemplateGalleryProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation('dashboard')
  const { data: templates, error, refetch } = useTemplates()
  const [category, setCategory] = useState<string | null>(allCategories)
  const [key, setKey] = useState('')
  const parsedCategory = TemplateCategory.safeParse(category)
  const found = searchTemplates(templates ?? [], parsedCategory.success ? parsedCategory.data : null, key)
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('template.search')}
        placeholder={t('template.search')}
        leftSection={<IconSearch size={18} stroke={1.5} />}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Tabs value={category} onChange={setCategory} variant="none" className={classes.tabs ?? ''}>
        <Tabs.List aria-label={t('template.categories')} className={classes.tabList ?? ''}>
          {[allCategories, ...TemplateCategory.options].map((name) => (
            <Tabs.Tab key={name} value={name} className={classes.tab ?? ''} aria-controls="templates">
              {t(`template.category.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <FailureNote text={failure} />
      <div id="templates" role="tabpanel" aria-label={t(`template.category.${category ?? allCategories}`)}>
        <ul className={classes.grid}>
          {!parsedCategory.success && key.trim() === '' && (
            <li>
              <button type="button" className={classes.card} disabled={busy} onClick={() => onChoose(null)}>
                <span className={classes.blank}>
                  <IconPlus size={28} stroke={1.5} aria-hidden />
                </span>
                <span className={classes.name}>{t('template.blank')}</span>
                <span className={classes.text}>{t('template.blankText')}</span>
              </button>
            </li>
          )}
          {templates
            ? found.map((template) => (
                <li key={template.id}>
                  <TemplateCard template={template} busy={busy} onChoose={onChoose} />
                </li>
              ))
            : !error &&
              Array.from({ length: 8 }, (_, index) => (
                <li key={index} aria-hidden="true">
                  <Skeleton className={classes.preview ?? ''} radius="md" />
                  <Skeleton height={14} width="60%" mt={12} />
                </li>
              ))}
        </ul>
        {templates && found.length === 0 && key.trim() !== '' && (
          <EmptyState
            role="status"
            icon={<IconSearchOff size={28} stroke={1.5} />}
            title={t('template.none', { key: key.trim() })}
            order={3}
          />
        )}
        {error && !templates && (
          <EmptyState role="alert" title={t('template.failed')} text={getFailureText(error)} order={3}>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.5} />}
              onClick={() => void refetch()}
            >
              {t('common:act.tryAgain')}
            </Button>
          </EmptyState>
        )}
      </div>
      <Text size="xs" c="dimmed" mt="md">
        {t('template.note')}
      </Text>
    </>
  )
}

interface TemplateCardProps {
  template: Template
  busy: boolean
  onChoose(template: Template): void
}

function TemplateCard({ template, busy, onChoose }: TemplateCardProps) {
  const { name, description, preview } = template
  return (
    <button type="button" className={classes.card} disabled={busy} onClick={() => onChoose(template)}>
      <span className={classes.preview}>
        <img className={classes.light} src={preview.light} alt="" loading="lazy" />
        <img className={classes.dark} src={preview.dark} alt="" loading="lazy" />
      </span>
      <span className={classes.name}>{name}</span>
      <span className={classes.text}>{description}</span>
    </button>
  )
}
