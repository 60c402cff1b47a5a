import { Avatar, Indicator } from '@mantine/core'
import { getPersonColor, getPersonColorIndex } from './people-colors.ts'

interface PersonAvatarProps {
  /** A stable id of the person that determines the colour. */
  id: string
  name: string
  photo: string | null
  /** Index of the colour, where it differs from the default. */
  color?: number | undefined
  size?: number
  /** Undefined where presence is unknown. */
  online?: boolean | undefined
}

/** First letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return initials.join('').toLocaleUpperCase() || '?'
}

/** A person's photo, or initials in their colour. Decorative, because the name is always next to it. */
export function PersonAvatar({ id, name, photo, color, size = 32, online }: PersonAvatarProps) {
  const { paint, ink } = getPersonColor(color ?? getPersonColorIndex(id))
  const content = (
    <Avatar
      src={photo}
      alt=""
      aria-hidden
      size={size}
      radius="50%"
      styles={
        photo ? {} : { placeholder: { background: paint, color: ink, border: 'none', fontWeight: 600 } }
      }
    >
      {initials(name)}
    </Avatar>
  )
  if (online === undefined) return content
  return (
    <Indicator
      inline
      disabled={!online}
      size={10}
      offset={Math.round(size / 8)}
      position="bottom-end"
      color="var(--tavla-good)"
      withBorder
    >
      {content}
    </Indicator>
  )
}
