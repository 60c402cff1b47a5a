import { Select, Text } from '@mantine/core'
import { GivenRole, isAtLeast, canGrantRole } from '@tavla/contract'
import type { AccountKind, Role } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import classes from './members.module.css'

interface RoleSelectProps {
  /** The current person's role: nobody can grant a higher one. */
  myRole: Role
  /** Account kind of the member: guests can be editors at most. */
  kind?: AccountKind
  value: GivenRole
  label: string
  /** The label is for screen readers only. */
  hideLabel?: boolean
  disabled?: boolean
  onChange(role: GivenRole): void
}

/** Selects a role; each option has a description. */
export function RoleSelect(props: RoleSelectProps) {
  const { myRole, kind = 'full', value, label, hideLabel = false, disabled = false, onChange } = props
  const { t } = useTranslation('members')
  const canGrant = (role: GivenRole) =>
    canGrantRole(myRole, role) && (kind === 'full' || !isAtLeast(role, 'admin'))
  const choices = GivenRole.options.filter((role) => canGrant(role) || role === value)
  return (
    <Select
      {...(hideLabel ? { 'aria-label': label } : { label })}
      data={choices.map((role) => ({ value: role, label: t(`roles.${role}.name`) }))}
      value={value}
      disabled={disabled}
      variant={hideLabel ? 'unstyled' : 'default'}
      className={(hideLabel && classes.bareRole) || ''}
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
