import { basePath } from '@tavla/contract'
import { createElement, lazy, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { createBrowserRouter, replace } from 'react-router'
import type { DataRouter, LoaderFunction, RouteObject } from 'react-router'
import { applyGuard, findInvite, shouldLeaveFullscreen } from './guards.ts'
import type { RoutePath, NavigationPath } from './guards.ts'
import { sendFirstRequests } from './first-requests.ts'
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

/** Loads the code and translations of a screen, once. */
class ScreenLoader {
  readonly namespaces: readonly string[]
  readonly #loadCode: () => Promise<ComponentType>
  #code: Promise<ComponentType> | null = null
  #component: ComponentType | null = null

  constructor(path: RoutePath, load: () => Promise<ComponentType>) {
    this.namespaces = screenTexts[path]
    this.#loadCode = () => loadChunk(path, load)
  }

  /** Null until everything has loaded. */
  get component(): ComponentType | null {
    return this.#component
  }

  /** Starts loading the code, which needs no translations. Failures are reported by `load`. */
  preload(): void {
    this.#code ??= this.#loadCode()
    this.#code.catch(() => undefined)
  }

  async load(): Promise<ComponentType> {
    this.#code ??= this.#loadCode()
    const [component] = await Promise.all([this.#code, loadTexts(...this.namespaces)])
    this.#component = component
    return component
  }
}

const screens = new Map<NavigationPath, ScreenLoader>()

/** One row of the route table: its code and translations load together, and nothing is shown meanwhile (spec §2). */
function createRoute(path: RoutePath, load: () => Promise<ComponentType>): RouteObject {
  const loader = new ScreenLoader(path, load)
  screens.set(path, loader)
  const LazyScreen = lazy(async () => ({ default: await loader.load() }))
  // React shows what was suspended no sooner than 300 ms after its fallback, so a loaded screen is not suspended.
  const Screen = (): ReactNode => {
    const [Shown] = useState(() => loader.component ?? LazyScreen)
    return <Shown />
  }
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

/** Starts loading the screen of a URL, and what it shows first, before the router exists; undefined if the URL has none. */
export function preloadScreen({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Pick<ScreenLoader, 'namespaces' | 'load'> | undefined {
  let path = getPath(pathname)
  // Guards redirect at most twice: from an unknown URL to the dashboard, and from there to the login page.
  for (let i = 0; i < 2; i += 1) {
    const { redirect } = applyGuard({ path, query: search, hasToken: hasToken(), desktop: isDesktop() })
    if (redirect !== null) path = getPath(basePath + redirect)
  }
  const screen = screens.get(path)
  sendFirstRequests(path, search)
  screen?.preload()
  return screen
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

/** The router of this page, after the first visit's guards: it shows the screen in its first render. */
export async function createRouter(): Promise<DataRouter> {
  const router = createBrowserRouter([...devRoutes, ...routes], { basename: basePath })
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
  return router
}
