import type { HostRequest } from '@tavla/canvas'
import { expect, test } from 'vitest'
import { createHostRequests } from './host-requests.ts'

const open = (href: string): HostRequest => ({ type: 'openLink', href })

test('requests wait for their handler, and each is handled once and in order', async () => {
  const requests = createHostRequests()
  const handled: HostRequest[] = []
  requests.send(open('a'))
  await Promise.resolve()
  const end = requests.setHandler((request) => handled.push(request))
  requests.send(open('b'))
  requests.send(open('c'))
  await Promise.resolve()
  expect(handled).toEqual([open('a'), open('b'), open('c')])
  end()
  requests.send(open('d'))
  await Promise.resolve()
  expect(handled).toHaveLength(3)
})

test('a request is handled after what sent it has returned', async () => {
  const requests = createHostRequests()
  const steps: string[] = []
  requests.setHandler(() => steps.push('handled'))
  await Promise.resolve()
  requests.send(open('a'))
  steps.push('sent')
  await Promise.resolve()
  expect(steps).toEqual(['sent', 'handled'])
})
