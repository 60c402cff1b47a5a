import { useMantineColorScheme } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { session, settings } from '../../state/index.ts'

/** The colour scheme: stored in this browser at once, and in the account for other devices. */
export function useTheme(): { theme: MantineColorScheme; setTheme(theme: MantineColorScheme): void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return {
    theme: colorScheme,
    setTheme(theme) {
      setColorScheme(theme)
      if (session.isLogin.peek()) void settings.change({ theme }).catch(() => undefined)
    },
  }
}
