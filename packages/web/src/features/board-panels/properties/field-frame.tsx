import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './properties.module.css'

interface FieldFrameProps {
  label: string
  mixed: boolean
  /** Value shown at the right of the label. */
  value?: string
  children: ReactNode
}

/** A labelled property field, with the word "mixed" if elements differ. */
export function FieldFrame({ label, mixed, value, children }: FieldFrameProps) {
  const { t } = useTranslation('board')
  return (
    <div className={classes.field}>
      <div className={classes.label}>
        <span>{label}</span>
        <span>{mixed ? t('properties.mixed') : value}</span>
      </div>
      {children}
    </div>
  )
}
