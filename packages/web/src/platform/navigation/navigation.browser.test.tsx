import { lazy, type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Link } from './link.tsx'
import type { Navigate } from './use-navigate.ts'
import type { NavigateOptions } from './use-navigate.ts'
import { useLocation } from './use-location.ts'
import { useNavigate } from './use-navigate.ts'
import { expect, onTestFinished, test } from 'vitest'
import { LocationBoundary } from './location-boundary.tsx'
import { Navigation, type NavigationGuard } from './navigation.ts'
import { NavigationProvider } from './navigation-provider.tsx'

/** Sends visitors of some paths elsewhere and lists all visits. */
function createGuard(redirects: Readonly<Record<string, string>> = {}) {
  const visits: string[] = []
  const guard: NavigationGuard = ({ pathname, search }) => {
    visits.push(pathname + search)
    return redirects[pathname] ?? null
  }
  return { guard, visits }
}

const shown: { navigate: Navigate | null } = { navigate: null }

/** Says where it is shown, and hands out what components navigate with. */
function Place({ children }: { children?: ReactNode }) {
  const { pathname, search, hash, state } = useLocation()
  shown.navigate = useNavigate()
  return (
    <>
      <output>{`${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>
      {children}
    </>
  )
}

/** A page below `/base`, opened at a URL. */
function open(
  url: string,
  { guard = () => null, children }: { guard?: NavigationGuard; children: ReactNode },
) {
  const before = location.href
  history.pushState(null, '', url)
  const navigation = new Navigation({ basePath: '/base', guard })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  onTestFinished(() => {
    root.unmount()
    container.remove()
    navigation.dispose()
    history.pushState(null, '', before)
  })
  root.render(<NavigationProvider navigation={navigation}>{children}</NavigationProvider>)
  const text = () => container.querySelector('output')?.textContent
  return { navigation, container, text }
}

const navigate = (to: string, options?: NavigateOptions) => shown.navigate?.(to, options)

test('the first URL passes the guard, whose redirect replaces it and passes the guard too', async () => {
  const { guard, visits } = createGuard({ '/base/': '/list?a=1', '/base/list': '/login?a=1' })
  const entries = history.length
  const { text } = open('/base/', { guard, children: <Place /> })
  await expect.poll(text).toBe('/login?a=1 null')
  expect(visits).toEqual(['/base/', '/base/list?a=1', '/base/login?a=1'])
  expect([location.pathname, history.length - entries]).toEqual(['/base/login', 1])
})

test('going back and forward shows what was pushed, not what was replaced, with its state', async () => {
  const { guard, visits } = createGuard()
  const { text } = open('/base/a', { guard, children: <Place /> })
  await expect.poll(text).toBe('/a null')
  void navigate('/b', { state: { hint: 1 } })
  await expect.poll(text).toBe('/b {"hint":1}')
  void navigate('/c')
  await expect.poll(text).toBe('/c null')
  void navigate('/d', { replace: true })
  await expect.poll(text).toBe('/d null')
  visits.length = 0
  history.back()
  await expect.poll(text).toBe('/b {"hint":1}')
  history.forward()
  await expect.poll(text).toBe('/d null')
  expect(visits).toEqual(['/base/b', '/base/d'])
})

test('a reloaded page has the state of its entry', async () => {
  const { text } = open('/base/a', { children: <Place /> })
  await expect.poll(text).toBe('/a null')
  void navigate('/b', { state: 'kept' })
  await expect.poll(text).toBe('/b "kept"')
  const reloaded = new Navigation({ basePath: '/base', guard: () => null })
  onTestFinished(() => reloaded.dispose())
  expect(reloaded.location).toMatchObject({ pathname: '/base/b', state: 'kept' })
})

test('a guard on the way back redirects as well', async () => {
  const redirects: Record<string, string> = {}
  const { text } = open('/base/list', { ...createGuard(redirects), children: <Place /> })
  await expect.poll(text).toBe('/list null')
  void navigate('/public')
  await expect.poll(text).toBe('/public null')
  redirects['/base/list'] = '/login'
  history.back()
  await expect.poll(text).toBe('/login null')
  expect(location.pathname).toBe('/base/login')
  history.forward()
  await expect.poll(text).toBe('/public null')
})

test('of two navigations at once the last one counts, and adds one entry', async () => {
  const { guard, visits } = createGuard()
  const { text } = open('/base/a', { guard, children: <Place /> })
  await expect.poll(text).toBe('/a null')
  visits.length = 0
  const entries = history.length
  void navigate('/b')
  void navigate('/c')
  await expect.poll(text).toBe('/c null')
  expect([visits, history.length - entries]).toEqual([['/base/c'], 1])
})

test('a screen that was left does not return by changing its query', async () => {
  const { navigation, text } = open('/base/a', { children: <Place /> })
  await expect.poll(text).toBe('/a null')
  const left = navigation.createNavigator('/base/a')
  void navigate('/b')
  await expect.poll(() => location.pathname).toBe('/base/b')
  left.replace('/base/a?page=2')
  await expect.poll(text).toBe('/b null')
  expect(location.pathname + location.search).toBe('/base/b')
})

test('a hash shows a part of the same screen, without the guard', async () => {
  const { guard, visits } = createGuard()
  const { text } = open('/base/a?b=1', { guard, children: <Place /> })
  await expect.poll(text).toBe('/a?b=1 null')
  visits.length = 0
  void navigate('#part')
  await expect.poll(text).toBe('/a#part null')
  void navigate('/a#other')
  await expect.poll(text).toBe('/a#other null')
  location.hash = 'typed'
  await expect.poll(text).toBe('/a#typed null')
  expect(visits).toEqual(['/base/a'])
})

test('links are followed in the page, and other clicks are left to the browser', async () => {
  const links = (
    <Place>
      <Link to="/b?c=1">b</Link>
      <Link to="/b" target="_blank">
        new tab
      </Link>
    </Place>
  )
  const { guard, visits } = createGuard()
  const { container, text } = open('/base/a', { guard, children: links })
  await expect.poll(text).toBe('/a null')
  const [link, newTab] = container.querySelectorAll('a')
  if (!link || !newTab) throw new Error('no links')
  expect(link.pathname + link.search).toBe('/base/b?c=1')
  const isLeftToBrowser = (target: HTMLElement, init: MouseEventInit) => {
    let isLeft = false
    const look = (event: Event) => {
      isLeft = !event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', look, { once: true })
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
    return isLeft
  }
  expect(isLeftToBrowser(link, { ctrlKey: true })).toBe(true)
  expect(isLeftToBrowser(link, { shiftKey: true })).toBe(true)
  expect(isLeftToBrowser(link, { metaKey: true })).toBe(true)
  expect(isLeftToBrowser(link, { button: 1 })).toBe(true)
  expect(isLeftToBrowser(newTab, {})).toBe(true)
  expect(location.pathname).toBe('/base/a')
  const entries = history.length
  expect(isLeftToBrowser(link, {})).toBe(false)
  await expect.poll(text).toBe('/b?c=1 null')
  // A link to what is shown adds no entry.
  isLeftToBrowser(link, {})
  await expect.poll(() => visits).toEqual(['/base/a', '/base/b?c=1', '/base/b?c=1'])
  expect(history.length - entries).toBe(1)
})

test('a link can replace its entry, keep the path, and leave a click to its own handler', async () => {
  const links = (
    <Place>
      <Link to="/b" replace>
        b
      </Link>
      <Link to="?c=1">query</Link>
      <Link to="?">no query</Link>
      <Link to="#d">part</Link>
      <Link to="/e" onClick={(event) => event.preventDefault()}>
        own
      </Link>
    </Place>
  )
  const { container, text } = open('/base/a', { children: links })
  await expect.poll(text).toBe('/a null')
  const click = (name: string) =>
    [...container.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.click()
  const entries = history.length
  click('b')
  await expect.poll(text).toBe('/b null')
  expect(history.length - entries).toBe(0)
  click('query')
  await expect.poll(text).toBe('/b?c=1 null')
  click('no query')
  await expect.poll(text).toBe('/b null')
  expect(location.href).toMatch(/\/base\/b$/)
  click('own')
  click('part')
  await expect.poll(text).toBe('/b#d null')
  expect(history.length - entries).toBe(3)
})

test('an error is shown in place of its screen until another location is visited', async () => {
  const Missing = lazy(() => Promise.reject(new Error('Loading chunk b failed')))
  function Screens() {
    const current = useLocation()
    return (
      <LocationBoundary location={current} fallback={(error) => <p role="alert">{String(error)}</p>}>
        <Suspense key={current.pathname} fallback={null}>
          {current.pathname === '/b' ? <Missing /> : <Place />}
        </Suspense>
      </LocationBoundary>
    )
  }
  const { container, text } = open('/base/a', { children: <Screens /> })
  await expect.poll(text).toBe('/a null')
  void navigate('/b')
  await expect.poll(() => container.textContent).toBe('Error: Loading chunk b failed')
  history.back()
  await expect.poll(text).toBe('/a null')
  expect(container.querySelector('[role=alert]')).toBeNull()
})
