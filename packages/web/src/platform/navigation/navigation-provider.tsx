import { startTransition, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Router } from 'react-router'
import type { Navigation } from './navigation.ts'

/** Shows the location of the page to the components below, which follow links and navigate with React Router. */
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
  return (
    <Router basename={navigation.basePath} location={location} navigator={navigator}>
      {children}
    </Router>
  )
}
