import { startTransition, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Navigation } from './navigation.ts'
import { NavigationContext } from './navigation-context.ts'

/** Shows the location of the page to the components below, which follow links and navigate. */
export function NavigationProvider({
  navigation,
  children,
}: {
  navigation: Navigation
  children: ReactNode
}) {
  const [location, setLocation] = useState(navigation.location)
  useLayoutEffect(() => {
    const update = () => startTransition(() => setLocation(navigation.location))
    update()
    return navigation.subscribe(update)
  }, [navigation])
  const { pathname } = location
  const navigator = useMemo(() => navigation.createNavigator(pathname), [navigation, pathname])
  const { basePath } = navigation
  const shown = useMemo(() => ({ basePath, location, navigator }), [basePath, location, navigator])
  return <NavigationContext value={shown}>{children}</NavigationContext>
}
