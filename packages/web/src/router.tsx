import { basePath } from '@tavla/contract'
import { lazy, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useLocation } from './platform/navigation/use-location.ts'
import type { VisitedLocation } from './platform/navigation/visited-location.ts'
import { applyGuard, findInvite, paths, shouldLeaveFullscreen } from './guards.ts'
import type { RoutePath, NavigationPath } from './guards.ts'
import { sendFirstRequests } from './first-requests.ts'
import { loadChunk } from './platform/chunks/chunk-retry.ts'
import { isDesktop, leaveFullscreen } from './platform/dom/desktop.ts'
import { pathBelowBase } from './platform/dom/url.ts'
import { loadTexts } from './platform/i18n.ts'
import { LocationBoundary } from './platform/navigation/location-boundary.tsx'
import { Navigation } from './platform/navigation/navigation.ts'
import { screenTexts } from './platform/screen-texts.ts'
import { storage } from './platform/storage.ts'
import { keys } from './platform/storage-keys.ts'
import { ErrorScreen } from './screens/error-screen/error-screen.tsx'
import { hasToken, invites, session } from './state/index.ts'

/** Steps of every visit before its screen: invite handling, then the guard. */
function guardVisit({
  pathname,
  search: query,
}: Pick<VisitedLocation, 'pathname' | 'search'>): string | null {
  if (getName(pathname) in devScreens) return null
  const path = getPath(pathname)
  const urlInvite = findInvite(path, query)
  if (urlInvite) invites.remember(urlInvite.wid, urlInvite.invite)
  if (shouldLeaveFullscreen(path, isDesktop())) leaveFullscreen()
  const emailedUrl = path === 'login' || path === 'pcapp-login' ? session.takeEmailedLink() : null
  if (emailedUrl !== null) return emailedUrl
  const { redirect, returnTo } = applyGuard({ path, query, hasToken: hasToken(), desktop: isDesktop() })
  if (returnTo !== null) storage.write(keys.from, returnTo)
  if (redirect !== null) return redirect
  const pendingInvite = path === 'dashboard' ? invites.getPending() : null
  return pendingInvite && `/invite-loading?w=${encodeURIComponent(pendingInvite.wid)}`
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

interface Screen {
  readonly loader: ScreenLoader
  readonly Content: ComponentType
}

/** One row of the route table: its code and translations load together, and nothing is shown meanwhile (spec §2). */
function createScreen(path: RoutePath, load: () => Promise<ComponentType>): Screen {
  const loader = new ScreenLoader(path, load)
  const LazyScreen = lazy(async () => ({ default: await loader.load() }))
  // React shows what was suspended no sooner than 300 ms after its fallback, so a loaded screen is not suspended.
  const Content = (): ReactNode => {
    const [Shown] = useState(() => loader.component ?? LazyScreen)
    return <Shown />
  }
  return { loader, Content }
}

const social = () => import('./screens/social-loading/social-loading.tsx')

/** The route table of spec §2. */
const loadScreen: Readonly<Record<RoutePath, () => Promise<ComponentType>>> = {
  login: async () => (await import('./screens/login/login.tsx')).Login,
  userinfo: async () => (await import('./screens/userinfo/userinfo.tsx')).UserInfo,
  dashboard: async () => (await import('./screens/dashboard/dashboard.tsx')).Dashboard,
  whiteboard: async () => (await import('./screens/whiteboard/whiteboard.tsx')).Whiteboard,
  'invite-loading': async () => (await import('./screens/invite-loading/invite-loading.tsx')).InviteLoading,
  'google-loading': async () => (await social()).GoogleLoading,
  'office-loading': async () => (await social()).OfficeLoading,
  'facebook-loading': async () => (await social()).FacebookLoading,
  'apple-loading': async () => (await social()).AppleLoading,
  'forget-loading': async () => (await import('./screens/forget-loading/forget-loading.tsx')).ForgetLoading,
  'request-access': async () => (await import('./screens/request-access/request-access.tsx')).RequestAccess,
  pclogin: async () => (await import('./screens/pclogin/pclogin.tsx')).PcLogin,
  pcapp: async () => (await import('./screens/pcapp/pcapp.tsx')).PcApp,
  'pcapp-login': async () => (await import('./screens/pcapp-login/pcapp-login.tsx')).PcAppLogin,
  admin: async () => (await import('./screens/admin/admin.tsx')).Admin,
}

const screens = new Map<NavigationPath, Screen>(
  paths.map((path) => [path, createScreen(path, loadScreen[path])]),
)

/** Component gallery, only in development. */
const devScreens: Readonly<Record<string, ComponentType>> = import.meta.env.DEV
  ? { gallery: lazy(async () => ({ default: (await import('./gallery/gallery.tsx')).Gallery })) }
  : {}

/** What a path below the base path names; capitals and slashes at the end do not count. */
function getName(pathname: string): string {
  return pathBelowBase(pathname)
    .replace(/^\/|\/+$/g, '')
    .toLowerCase()
}

function getPath(pathname: string): NavigationPath {
  const name = getName(pathname)
  return paths.find((path) => path === name) ?? '*'
}

/** Starts loading the screen of a URL, and what it shows first; undefined if the URL has none. */
export function preloadScreen({
  pathname,
  search,
}: VisitedLocation): Pick<ScreenLoader, 'namespaces' | 'load'> | undefined {
  const path = getPath(pathname)
  const loader = screens.get(path)?.loader
  sendFirstRequests(path, search)
  loader?.preload()
  return loader
}

/** The history entries of this page, after the first visit's guards. */
export function createNavigation(): Navigation {
  return new Navigation({ basePath, guard: guardVisit })
}

/** The screen of the current location. */
export function CurrentScreen() {
  const location = useLocation()
  const name = getName(location.pathname)
  const Content = screens.get(getPath(location.pathname))?.Content ?? devScreens[name]
  return (
    <LocationBoundary location={location} fallback={(error) => <ErrorScreen error={error} />}>
      <Suspense key={name} fallback={null}>
        {Content && <Content />}
      </Suspense>
    </LocationBoundary>
  )
}
