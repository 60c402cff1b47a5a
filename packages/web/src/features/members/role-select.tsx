import { Select, Text } from '@mantine/core'
import { GivenRole, isAtLeast, canGrantRole } from '@tavla/contract'
import type { AccountKind, Role } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import classes from './members.module.css'

interface RoleSelectProps {
  /** My own role: nobody gives more than they have. */
  own: Role
  /** Whose role it is: guests hold editor at most. */
  kind?: AccountKind
  value: GivenRole
  label: string
  /** The label is for screen readers only. */
  bare?: boolean
  disabled?: boolean
  onChange(role: GivenRole): void
}

/** A role to give, each with what it means. */
export function RoleSelect(props: RoleSelectProps) {
  const { own, kind = 'full', value, label, bare = false, disabled = false, onChange } = props
  const { t } = useTranslation('members')
  const fits = (role: GivenRole) => canGrantRole(own, role) && (kind === 'full' || !isAtLeast(role, 'admin'))
  const choices = GivenRole.options.filter((role) => fits(role) || role === value)
  return (
    <Select
      {...(bare ? { 'aria-label': label } : { label })}
      data={choices.map((role) => ({ value: role, label: t(`roles.${role}.name`) }))}
      value={value}
      disabled={disabled}
      variant={bare ? 'unstyled' : 'default'}
      className={(bare && classes.bareRole) || ''}
      maxDropdownHeight={360}
      comboboxProps={{ width: 288, position: 'bottom-end' }}
      renderOption={({ option }) => (
        <div>
          <Text size="sm" fw={500}>
            {option.label}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`roles.${option.value}.text`)}
          </Text>
        </div>
      )}
      onChange={(role) => {
        const parsed = GivenRole.safeParse(role)
        if (parsed.success && parsed.data !== value) onChange(parsed.data)
      }}
    />
  )
}
