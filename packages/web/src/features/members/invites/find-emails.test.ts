import { describe, expect, it } from 'vitest'
import { addEntries, findEmails, getEntries } from './find-emails.ts'

describe('emails in a pasted text', () => {
  it.each([
    ['ada@example.org, bo@example.org;cy@example.org\ndi@example.org', 4],
    ['Ada Lindqvist <ada@example.org>, "Bo, the other" <bo@example.org>', 2],
    ['Write to ada@example.org or (bo@example.org).', 2],
    ['mailto:ada@example.org', 1],
    ['Ada@example.org ada@EXAMPLE.org', 1],
    ['nobody here', 0],
  ])('are found in %j', (text, count) => {
    const found = findEmails(text)
    expect(found).toHaveLength(count)
    for (const email of found) expect(email).toMatch(/^(ada|bo|cy|di)@example\.org$/i)
  })
})

describe('what becomes of a complete text', () => {
  it.each([
    ['Ada <ada@example.org>; fay@example.org', ['ada@example.org', 'fay@example.org']],
    ['Ada;', ['Ada']],
    [' ; ', []],
    ['ada@home', ['ada@home']],
  ])('%j becomes %j', (text, entries) => {
    expect(getEntries(text)).toEqual(entries)
  })

  it('is added once, whatever its case', () => {
    expect(addEntries(['Ada@example.org'], ['ada@EXAMPLE.org', 'bo@example.org'])).toEqual([
      'Ada@example.org',
      'bo@example.org',
    ])
  })
})
