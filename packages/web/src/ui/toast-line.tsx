import { Button, CloseButton } from '@mantine/core'
import classes from './toast-line.module.css'

interface ToastLineProps {
  text: string | null
  act: { label: string; run(): void } | null
  closeLabel: string
  onClose(): void
}

/** The toast. Its live region is always mounted, so that screen readers announce each new text. */
export function ToastLine({ text, act, closeLabel, onClose }: ToastLineProps) {
  return (
    <div className={classes.place} role="status" aria-live="polite" data-testid="toast">
      {text !== null && (
        <div className={classes.toast}>
          <span>{text}</span>
          {act && (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.act ?? ''}
              onClick={() => {
                act.run()
                onClose()
              }}
            >
              {act.label}
            </Button>
          )}
          <CloseButton className={classes.close ?? ''} size="sm" aria-label={closeLabel} onClick={onClose} />
        </div>
      )}
    </div>
  )
}
