import { CloseButton, Text, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconListCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './checklist.module.css'
import rail from '../rail.module.css'
import { steps } from './guide.ts'
import type { GuideList, Step } from './guide.ts'

interface ChecklistProps {
  guide: GuideList
  /** Leads to where the step can be done. */
  onStep(step: Step): void
}

/** What to try first. Ticks by itself, can be put away, and fetched back from the same place. */
export function Checklist({ guide, onStep }: ChecklistProps) {
  const { t } = useTranslation('dashboard')
  const count = steps.filter((step) => guide.done.has(step)).length
  if (guide.closed) {
    return (
      <button type="button" className={`${rail.row} ${classes.back}`} onClick={guide.bringBack}>
        <IconListCheck size={18} stroke={1.5} />
        {t('guide.title')}
      </button>
    )
  }
  return (
    <section className={classes.card} aria-labelledby="guide">
      <div className={classes.heading}>
        <Text component="h2" size="sm" fw={500} id="guide">
          {t('guide.title')}
        </Text>
        <CloseButton size="sm" aria-label={t('guide.close')} onClick={guide.close} />
      </div>
      <Text size="xs" c="dimmed" role="status">
        {t(count === steps.length ? 'guide.all' : 'guide.count', { count, of: steps.length })}
      </Text>
      <progress className={classes.progress} value={count} max={steps.length} aria-hidden="true" />
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>
            {guide.done.has(step) ? (
              <span className={classes.done}>
                <IconCircleCheckFilled size={18} aria-hidden />
                <VisuallyHidden>{t('guide.done')}</VisuallyHidden>
                {t(`guide.${step}`)}
              </span>
            ) : (
              <button type="button" className={classes.step} onClick={() => onStep(step)}>
                <IconCircle size={18} stroke={1.5} aria-hidden />
                {t(`guide.${step}`)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
