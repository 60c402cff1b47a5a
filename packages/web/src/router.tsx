import { basePath } from '@tavla/contract'
import { createElement, lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { createBrowserRouter, replace } from 'react-router'
import type { LoaderFunction, RouteObject } from 'react-router'
import { applyGuard, findInvite, shouldLeaveFullscreen } from './guards.ts'
import type { RoutePath, NavigationPath } from './guards.ts'
import { loadChunk } from './platform/network/chunk-retry.ts'
import { isDesktop, leaveFullscreen } from './platform/dom/desktop.ts'
import { loadTexts } from './platform/i18n.ts'
import { screenTexts } from './platform/screen-texts.ts'
import { storage } from './platform/storage.ts'
import { keys } from './platform/storage-keys.ts'
import { ErrorScreen } from './screens/error-screen/error-screen.tsx'
import { hasToken, invites, session } from './state/index.ts'

/** Steps of every visit, in order: invite handling, guard, screen. */
function createLoader(path: NavigationPath): LoaderFunction {
  return ({ request }) => {
    const query = new URL(request.url).search
    const urlInvite = findInvite(path, query)
    if (urlInvite) invites.remember(urlInvite.wid, urlInvite.invite)
    if (shouldLeaveFullscreen(path, isDesktop())) leaveFullscreen()
    const emailedUrl = path === 'login' || path === 'pcapp-login' ? session.takeEmailedLink() : null
    if (emailedUrl !== null) throw replace(emailedUrl)
    const { redirect, returnTo } = applyGuard({ path, query, hasToken: hasToken(), desktop: isDesktop() })
    if (returnTo !== null) storage.write(keys.from, returnTo)
    if (redirect !== null) throw replace(redirect)
    const pendingInvite = path === 'dashboard' ? invites.getPending() : null
    if (pendingInvite) throw replace(`/invite-loading?w=${encodeURIComponent(pendingInvite.wid)}`)
    return null
  }
}

interface ScreenLoader {
  readonly load: () => Promise<ComponentType>
  readonly namespaces: readonly string[]
}

const screens = new Map<NavigationPath, ScreenLoader>()

/** One row of the route table: its code and translations load together, and nothing is shown meanwhile (spec §2). */
function createRoute(path: RoutePath, load: () => Promise<ComponentType>): RouteObject {
  const namespaces = screenTexts[path]
  screens.set(path, { load, namespaces })
  const Screen = lazy(async () => {
    const [screen] = await Promise.all([loadChunk(path, load), loadTexts(...namespaces)])
    return { default: screen }
  })
  return {
    path,
    loader: createLoader(path),
    element: (
      <Suspense key={path} fallback={null}>
        <Screen />
      </Suspense>
    ),
    HydrateFallback: EmptyFallback,
    ErrorBoundary: ErrorScreen,
  }
}

/**
 * Starts loading the screen of a URL before the router exists, and returns the namespaces of its translations.
 * Failures are not reported here: the router loads the screen again and reports them.
 */
export function preloadScreen({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): readonly string[] {
  let path = getPath(pathname)
  // Guards redirect at most twice: from an unknown URL to the dashboard, and from there to the login page.
  for (let i = 0; i < 2; i += 1) {
    const { redirect } = applyGuard({ path, query: search, hasToken: hasToken(), desktop: isDesktop() })
    if (redirect !== null) path = getPath(basePath + redirect)
  }
  const screen = screens.get(path)
  screen?.load().catch(() => undefined)
  return screen?.namespaces ?? []
}

function getPath(pathname: string): NavigationPath {
  const name = pathname.slice(basePath.length).replace(/^\/|[/?].*$/g, '')
  return [...screens.keys()].find((path) => path === name) ?? '*'
}

function EmptyFallback() {
  return null
}

const social = () => import('./screens/social-loading/social-loading.tsx')

/** The route table of spec §2. */
const routes: RouteObject[] = [
  { path: '*', loader: createLoader('*'), element: null, HydrateFallback: EmptyFallback },
  { index: true, loader: createLoader('*'), element: null, HydrateFallback: EmptyFallback },
  createRoute('login', async () => (await import('./screens/login/login.tsx')).Login),
  createRoute('userinfo', async () => (await import('./screens/userinfo/userinfo.tsx')).UserInfo),
  createRoute('dashboard', async () => (await import('./screens/dashboard/dashboard.tsx')).Dashboard),
  createRoute('whiteboard', async () => (await import('./screens/whiteboard/whiteboard.tsx')).Whiteboard),
  createRoute(
    'invite-loading',
    async () => (await import('./screens/invite-loading/invite-loading.tsx')).InviteLoading,
  ),
  createRoute('google-loading', async () => (await social()).GoogleLoading),
  createRoute('office-loading', async () => (await social()).OfficeLoading),
  createRoute('facebook-loading', async () => (await social()).FacebookLoading),
  createRoute('apple-loading', async () => (await social()).AppleLoading),
  createRoute(
    'forget-loading',
    async () => (await import('./screens/forget-loading/forget-loading.tsx')).ForgetLoading,
  ),
  createRoute(
    'request-access',
    async () => (await import('./screens/request-access/request-access.tsx')).RequestAccess,
  ),
  createRoute('pclogin', async () => (await import('./screens/pclogin/pclogin.tsx')).PcLogin),
  createRoute('pcapp', async () => (await import('./screens/pcapp/pcapp.tsx')).PcApp),
  createRoute('pcapp-login', async () => (await import('./screens/pcapp-login/pcapp-login.tsx')).PcAppLogin),
  createRoute('admin', async () => (await import('./screens/admin/admin.tsx')).Admin),
]

/** Component gallery, only in development. */
const gallery = lazy(async () => ({ default: (await import('./gallery/gallery.tsx')).Gallery }))
const devRoutes: RouteObject[] = import.meta.env.DEV
  ? [{ path: 'gallery', element: createElement(Suspense, { fallback: null }, createElement(gallery)) }]
  : []

export const createRouter = () => createBrowserRouter([...devRoutes, ...routes], { basename: basePath })
