import { CloseButton, Text, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconListCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './checklist.module.css'
import rail from '../sidebar.module.css'
import { steps } from './checklist-state.ts'
import type { ChecklistState, Step } from './checklist-state.ts'

interface ChecklistProps {
  checklist: ChecklistState
  /** Opens the place where the step is done. */
  onStep(step: Step): void
}

/** Onboarding checklist. Steps are ticked automatically; it can be hidden and shown again. */
export function Checklist({ checklist, onStep }: ChecklistProps) {
  const { t } = useTranslation('dashboard')
  const count = steps.filter((step) => checklist.done.has(step)).length
  if (checklist.isHidden) {
    return (
      <button type="button" className={`${rail.row} ${classes.back}`} onClick={checklist.show}>
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
        <CloseButton size="sm" aria-label={t('guide.close')} onClick={checklist.hide} />
      </div>
      <Text size="xs" c="dimmed" role="status">
        {t(count === steps.length ? 'guide.all' : 'guide.count', { count, of: steps.length })}
      </Text>
      <progress className={classes.progress} value={count} max={steps.length} aria-hidden="true" />
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>
            {checklist.done.has(step) ? (
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
