import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useQueryParams } from './use-query-params.ts'

test('a change while the router still loads the one before does not undo it', async () => {
  const loaded: (() => void)[] = []
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
  const loader = async ({ request }: { request: Request }) => {
    if (request.url.includes('?')) await new Promise<void>((resolve) => loaded.push(resolve))
    return null
  }
  const router = createMemoryRouter([
    {
      path: '/',
      loader,
      hydrateFallbackElement: <p />,
      element: (
        <>
          <Part />
          <Part />
        </>
      ),
    },
  ])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<RouterProvider router={router} />)
  await expect.poll(() => document.querySelectorAll('output').length).toBe(2)
  const [first, second] = changes.slice(-2)
  first?.('starred')
  second?.('q')
  await expect.poll(() => loaded.length).toBeGreaterThan(0)
  for (const resolve of loaded.splice(0)) resolve()
  await expect
    .poll(() => {
      for (const resolve of loaded.splice(0)) resolve()
      return router.state.location.search
    })
    .toBe('?starred=1&q=1')
  // Back or a link: what is shown counts again.
  void router.navigate('/')
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('')
  changes.at(-1)?.('q')
  await expect
    .poll(() => {
      for (const resolve of loaded.splice(0)) resolve()
      return router.state.location.search
    })
    .toBe('?q=1')
  root.unmount()
})
