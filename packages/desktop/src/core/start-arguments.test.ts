import { expect, it } from 'vitest'
import { parseStartArguments } from './start-arguments.ts'

it('tells server, screen and link apart', () => {
  expect(parseStartArguments(['https://x.org/app/whiteboard?w=1'])).toEqual({
    server: 'https://x.org',
    screen: '/app/whiteboard?w=1',
  })
  expect(parseStartArguments(['tavla://open/whiteboard?w=1'])).toEqual({
    link: 'tavla://open/whiteboard?w=1',
  })
})

it('opens drawings by their paths, and no other files', () => {
  const files = ['/home/ada/A b.tavla', 'C:\\Boards\\Dike.EXCALIDRAW']
  expect(parseStartArguments(['https://x.org', ...files])).toEqual({ server: 'https://x.org', files })
  for (const text of ['/etc/passwd', '/home/ada/.tavla/key', 'file:///home/ada/A.tavla'])
    expect(parseStartArguments([text]).files).toBeUndefined()
  expect(parseStartArguments(Array.from({ length: 50 }, () => '/a.tavla')).files).toHaveLength(20)
})

it('passes no option on to the browser', () => {
  for (const text of ['--remote-debugging-port=9222', '--no-sandbox', '-x', 'not a server'])
    expect(parseStartArguments([text])).toEqual({ wrong: text })
})
