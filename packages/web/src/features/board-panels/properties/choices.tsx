import type { ReactNode } from 'react'
import { FieldFrame } from './field-frame.tsx'
import classes from './properties.module.css'

interface Choice<T> {
  readonly value: T
  readonly label: string
  /** Shown instead of the label, which is then only for screen readers. */
  readonly content?: ReactNode
}

interface ChoicesProps<T> {
  label: string
  choices: readonly Choice<T>[]
  value: unknown
  mixed: boolean
  /** Number of columns of equal width. */
  columns?: number
  onSelect(value: T): void
}

/** A few options side by side, one of which is selected. */
export function Choices<T extends string | number>({
  label,
  choices,
  value,
  mixed,
  columns,
  onSelect,
}: ChoicesProps<T>) {
  return (
    <FieldFrame label={label} mixed={mixed}>
      <div
        className={`${classes.choices} ${columns === undefined ? '' : classes.grid}`}
        style={columns === undefined ? {} : { gridTemplateColumns: `repeat(${columns}, 1fr)` }}
        role="group"
        aria-label={label}
      >
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-pressed={value === choice.value}
            aria-label={choice.label}
            title={choice.content ? choice.label : undefined}
            className={classes.choice}
            onClick={() => onSelect(choice.value)}
          >
            {choice.content ?? choice.label}
          </button>
        ))}
      </div>
    </FieldFrame>
  )
}
