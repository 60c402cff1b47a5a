import { lengths, Refusal } from '@tavla/contract'
import { describe, expect, it, vi } from 'vitest'
import { createErrorLog } from './error-log.ts'
import { NoResponseError } from './network/send.ts'

function createTestLog() {
  const send = vi.fn((_log: string) => Promise.reject(new Error('offline')))
  return { send, report: createErrorLog(send), sentLogs: () => send.mock.calls.map(([log]) => log) }
}

describe('errors of the page', () => {
  it('are reported once each, five at most, whether reporting works or not', () => {
    const { report, sentLogs } = createTestLog()
    for (let at = 0; at < 9; at++) for (let again = 0; again < 2; again++) report(`error ${at}`)
    expect(sentLogs()).toEqual(['error 0', 'error 1', 'error 2', 'error 3', 'error 4'])
  })

  it('are reported with their stack and without URL parameters', () => {
    const { report, sentLogs } = createTestLog()
    const error = new Error('No page at https://tavla.example.com/app/forget-loading?token=r_secret#x')
    error.stack = 'Error\n  at draw (https://tavla.example.com/app/assets/a.js?v=s_secret:12:7)'
    report(error)
    expect(sentLogs()).toEqual([
      'No page at https://tavla.example.com/app/forget-loading\nError\n  at draw (https://tavla.example.com/app/assets/a.js:12:7)',
    ])
  })

  it('are truncated to the allowed length, never within a character', () => {
    const { report, sentLogs } = createTestLog()
    report(`x${'ö'.repeat(lengths.logBytes)}`)
    const bytes = new TextEncoder().encode(sentLogs()[0]).byteLength
    expect(bytes).toBe(lengths.logBytes - 1)
    expect(sentLogs()[0]).not.toContain('\uFFFD')
  })

  it('are not reported if a call was refused or had no answer', () => {
    const { report, send } = createTestLog()
    report(new Refusal('user.info', { code: 4004, message: '', data: {} }))
    report(new NoResponseError('user.info', 'unreachable'))
    report(null)
    expect(send).not.toHaveBeenCalled()
  })
})
