import { PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../platform/network/use-form.ts'

interface EmailFieldProps {
  form: Form<{ email: string } & Record<string, unknown>>
  autoFocus?: boolean
  description?: string
}

/** The attributes are those that password managers look for. */
export function EmailField({ form, autoFocus, description }: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      type="email"
      name="email"
      label={t('fields.email.label')}
      description={description}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={form.values.email}
      error={form.error('email')}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus ?? false}
      onChange={(event) => form.set('email', event.currentTarget.value)}
    />
  )
}

interface PasswordFieldProps {
  value: string
  name: string
  label: string
  error: string | undefined
  /** For a new password instead of the current one. */
  isNew?: boolean
  /** Shows the rules for a good password. */
  help?: boolean
  autoFocus?: boolean
  onChange(value: string): void
}

export function PasswordField({
  value,
  name,
  label,
  error,
  isNew,
  help,
  autoFocus,
  onChange,
}: PasswordFieldProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      name={name}
      label={label}
      description={help && error === undefined ? t('fields.password.help') : undefined}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      error={error}
      autoFocus={autoFocus ?? false}
      visibilityToggleButtonProps={{ 'aria-label': t('fields.password.toggle'), tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
