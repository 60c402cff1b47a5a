import { peopleColors } from '@tavla/canvas/people'
import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyBillingDialogs, LazyUpgradePrompt } from './features/billing/index.ts'
import { createColorSchemeStore } from './platform/dom/color-scheme.ts'
import type { Navigation } from './platform/navigation/navigation.ts'
import { NavigationProvider } from './platform/navigation/navigation-provider.tsx'
import { getStyleNonce } from './platform/dom/style-nonce.ts'
import { toasts } from './platform/toast.ts'
import { useSignal } from './platform/dom/use-signal.ts'
import { CurrentScreen } from './router.tsx'
import { settings } from './state/index.ts'
import { returnFocusOfDialogs } from './ui/dialogs/dialog-focus.ts'
import { cssVariables, theme } from './ui/theme.ts'
import { ToastLine } from './ui/toast-line.tsx'

function TheToast() {
  const { t } = useTranslation()
  const toast = useSignal(toasts.shown)
  return (
    <ToastLine
      text={toast?.text ?? null}
      act={toast?.action ?? null}
      closeLabel={t('act.close')}
      onClose={toasts.close}
    />
  )
}

/** The theme can change on another device and arrives with the settings. */
function FollowTheme() {
  const { theme: chosen } = useSignal(settings.user)
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (chosen !== undefined) setColorScheme(chosen)
  }, [chosen, setColorScheme])
  return null
}

const variables = cssVariables(peopleColors)

/** Providers around all screens. */
export function App({ navigation }: { navigation: Navigation }) {
  const [colorSchemeStore] = useState(createColorSchemeStore)
  useEffect(returnFocusOfDialogs, [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeStore}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
    >
      <Suspense fallback={null}>
        <FollowTheme />
        <NavigationProvider navigation={navigation}>
          <CurrentScreen />
        </NavigationProvider>
        <TheToast />
        <LazyUpgradePrompt />
        <LazyBillingDialogs />
      </Suspense>
    </MantineProvider>
  )
}
