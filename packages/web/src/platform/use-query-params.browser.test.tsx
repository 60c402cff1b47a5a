import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { Navigation } from './navigation/navigation.ts'
import { NavigationProvider } from './navigation/navigation-provider.tsx'
import { useQueryParams } from './use-query-params.ts'

test('a change that follows before the one before is shown does not undo it', async () => {
  const before = location.href
  history.pushState(null, '', '/base/list')
  const navigation = new Navigation({ basePath: '/base', guard: () => null })
  const changes: ((name: string) => void)[] = []
  function Part() {
    const [query, change] = useQueryParams()
    changes.push((name) =>
      change(
        (next) => {
          next.set(name, '1')
          return next
        },
        { replace: true },
      ),
    )
    return <output>{query.toString()}</output>
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    root.unmount()
    navigation.dispose()
    history.pushState(null, '', before)
  })
  root.render(
    <NavigationProvider navigation={navigation}>
      <Part />
      <Part />
    </NavigationProvider>,
  )
  await expect.poll(() => document.querySelectorAll('output').length).toBe(2)
  const [first, second] = changes.slice(-2)
  first?.('starred')
  second?.('q')
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('starred=1&q=1')
  expect(location.search).toBe('?starred=1&q=1')
  // Back or a link: what is shown counts again.
  navigation.createNavigator('/base/list').push('/base/list')
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('')
  changes.at(-1)?.('q')
  await expect.poll(() => location.search).toBe('?q=1')
})
