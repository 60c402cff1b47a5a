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
import classes from './templates.module.css'
import { foundTemplates } from './template-search.ts'

interface TemplatesProps {
  opened: boolean
  /** A board is being made. */
  busy: boolean
  failure: string | null
  /** Null: blank. */
  onChoose(template: Template | null): void
  onClose(): void
}

/** Boards to begin with. */
export function Templates({ opened, onClose, ...gallery }: TemplatesProps) {
  const { t } = useTranslation('dashboard')
  const narrow = useMediaQuery('(max-width: 600px)')
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
      <Gallery {...gallery} />
    </Modal>
  )
}

const every = 'every'

function Gallery({ busy, failure, onChoose }: Omit<TemplatesProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation('dashboard')
  const { data: templates, error, refetch } = useTemplates()
  const [category, setCategory] = useState<string | null>(every)
  const [key, setKey] = useState('')
  const known = TemplateCategory.safeParse(category)
  const found = foundTemplates(templates ?? [], known.success ? known.data : null, key)
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
          {[every, ...TemplateCategory.options].map((name) => (
            <Tabs.Tab key={name} value={name} className={classes.tab ?? ''} aria-controls="templates">
              {t(`template.category.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <FailureNote text={failure} />
      <div id="templates" role="tabpanel" aria-label={t(`template.category.${category ?? every}`)}>
        <ul className={classes.grid}>
          {!known.success && key.trim() === '' && (
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
                  <Card template={template} busy={busy} onChoose={onChoose} />
                </li>
              ))
            : !error &&
              Array.from({ length: 8 }, (_, folder) => (
                <li key={folder} aria-hidden="true">
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

interface CardProps {
  template: Template
  busy: boolean
  onChoose(template: Template): void
}

function Card({ template, busy, onChoose }: CardProps) {
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
