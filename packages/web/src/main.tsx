import './platform/dom/no-eval.ts'
import './ui/component-styles.ts'
import './ui/fonts/fonts.ts'
import './ui/base.css'
import { effect } from '@preact/signals-core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { appInstall } from './platform/dom/app-install.ts'
import { trackPointerUse } from './platform/dom/pointed.ts'
import { reloadWhenRestored } from './platform/dom/url.ts'
import { api } from './platform/network/api.ts'
import { showBootFailure } from './platform/dom/boot-failure.ts'
import { createErrorLog } from './platform/error-log.ts'
import { startI18n } from './platform/i18n.ts'
import type { Navigation } from './platform/navigation/navigation.ts'
import { cacheApp } from './platform/offline/offline-app.ts'
import { earlyAnswers } from './platform/answers/early-answers.ts'
import { shareStyleNonce } from './platform/dom/style-nonce.ts'
import { pageStyles } from './platform/dom/style-sheets.ts'
import { installTrustedTypes } from './platform/dom/trusted-types.ts'
import { createNavigation, preloadScreen } from './router.tsx'
import { session, start } from './state/index.ts'

installTrustedTypes()
shareStyleNonce()
trackPointerUse(document.documentElement)
appInstall.watch(window)
start()
reloadWhenRestored(window, () => location.reload())

const reportError = createErrorLog((log) => api.user.log({ body: { level: 'error', log } }, { quiet: true }))
addEventListener('error', ({ error }) => reportError(error))
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))

// Toasts of one person are not shown to the next one.
let loggedUser: string | null = null
effect(() => {
  const uid = session.userInfo.value?.uid ?? null
  if (uid !== loggedUser && loggedUser !== null) earlyAnswers.clear()
  loggedUser = uid
})

function render(root: HTMLElement, navigation: Navigation): void {
  createRoot(root, {
    onCaughtError(error) {
      console.error(error)
      reportError(error)
    },
  }).render(
    <StrictMode>
      <App navigation={navigation} />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
try {
  const navigation = createNavigation()
  const screen = preloadScreen(navigation.location)
  await Promise.all([startI18n(screen?.namespaces ?? []), pageStyles.reloadFailed()])
  // Rendering the screen reports a failure.
  await screen?.load().catch(() => undefined)
  if (root) render(root, navigation)
} catch (error) {
  console.error(error)
  showBootFailure(document, () => location.reload())
}
if (import.meta.env.PROD) void cacheApp()
