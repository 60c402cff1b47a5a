import { describe, expect, it } from 'vitest'
import { getCodeName, codes, getAuthRefusals, reasons } from './codes.ts'
import type { Code } from './codes.ts'

const all: readonly Code[] = Object.values(codes)

describe('codes', () => {
  it('show a toast for the eleven of spec §8 and for no other', () => {
    const toasts = all.filter((code) => code.client === 'toast').map((code) => code.code)
    expect(toasts).toEqual([4003, 4004, 4006, 4010, 4017, 4018, 4027, 4029, 4033, 4034, 4042])
  })

  it('end the session, prompt for an upgrade and succeed with one code each', () => {
    const by = (client: Code['client']) =>
      all.filter((code) => code.client === client).map((code) => code.code)
    expect(by('logout')).toEqual([4001])
    expect(by('upgrade')).toEqual([4052])
    expect(by('none')).toEqual([200])
    expect(by('field')).toEqual([4000])
    expect(by('local')).toEqual([5000])
  })

  it('have the HTTP status of decisions §2', () => {
    expect(Object.fromEntries(all.map((code) => [code.code, code.http]))).toEqual({
      200: 200,
      4000: 400,
      4001: 401,
      4003: 403,
      4004: 404,
      4006: 401,
      4010: 409,
      4017: 400,
      4018: 429,
      4027: 410,
      4029: 429,
      4033: 409,
      4034: 403,
      4042: 402,
      4052: 413,
      5000: 500,
    })
  })

  it('are found by number, and unknown numbers are not', () => {
    expect(getCodeName(4004)).toBe('not_found')
    expect(getCodeName(4999)).toBeUndefined()
  })

  it('follow from who can call', () => {
    expect(getAuthRefusals('none')).toEqual([])
    expect(getAuthRefusals('full')).toEqual(['session_invalid', 'guest_not_allowed'])
    expect(getAuthRefusals('editor')).toEqual(['session_invalid', 'not_found', 'forbidden'])
  })

  it('name cases of existing codes only', () => {
    for (const name of Object.keys(reasons)) expect(codes).toHaveProperty(name)
  })
})
