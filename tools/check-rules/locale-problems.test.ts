import { describe, expect, test } from 'vitest'
import { compareLanguages, flatten, hasKey, type Words } from './locale-problems.ts'
import { usedKeys } from './translation-keys.ts'

const keys = (source: string) =>
  usedKeys('x.tsx', source).map(({ key, namespaces, line }) => `${line} ${namespaces.join('|')}:${key}`)

describe('keys used in a source file', () => {
  test.each([
    ["t('a.b')", ['1 common:a.b']],
    ["i18next.t('a')", ['1 common:a']],
    ["t('errors:4003')", ['1 errors:4003']],
    ["t(guest ? 'a' : 'b')", ['1 common:a', '1 common:b']],
    ["t(key ?? 'a')", ['1 common:a']],
    ['t(`themes.${id}.name`)', ['1 common:themes.*.name']],
    ["t(`up.${full ? 'file' : 'space'}.title`)", ['1 common:up.file.title', '1 common:up.space.title']],
    ["t(['a', `errors:${code}`])", ['1 common:a', '1 errors:*']],
    ["\nconst { t } = useTranslation('board')\nt('a')", ['3 board:a']],
    ['<Trans i18nKey="a.b" />', ['1 common:a.b']],
    ["<Trans i18nKey={one ? 'a' : 'b'} />", ['1 common:a', '1 common:b']],
    ["split('a'); t(key)", []],
  ])('%s', (source, expected) => {
    expect(keys(source)).toEqual(expected)
  })
})

const words = (tree: Parameters<typeof flatten>[0]): Words => new Map([['common', flatten(tree)]])

describe('languages', () => {
  const english = words({ a: { b: 'Hello {{name}}' }, n_one: '{{count}} page', n_other: '{{count}} pages' })

  test('with the same keys are no problem, nested or not', () => {
    const swedish = words({ 'a.b': 'Hej {{name}}', n_one: '{{count}} sida', n_other: '{{count}} sidor' })
    expect(compareLanguages('sv', swedish, english)).toEqual([])
  })

  test('have the plural forms of their own grammar', () => {
    const polish = words({ a: { b: '{{name}}' }, n_one: '{{count}}', n_other: '{{count}}' })
    expect(compareLanguages('pl', polish, english)).toEqual([
      'pl/common.json lacks n_few',
      'pl/common.json lacks n_many',
    ])
  })

  test('with a missing, unknown or empty key or a lost placeholder are reported', () => {
    const swedish = words({ a: { b: 'Hej' }, c: ' ', n_one: '{{count}} sida' })
    expect(compareLanguages('sv', swedish, english)).toEqual([
      'sv/common.json lacks n_other',
      'sv/common.json has c, which is unknown',
      'sv/common.json says nothing for c',
      'sv/common.json fills other placeholders than en in a.b',
    ])
  })

  test('with missing or unneeded files are reported', () => {
    expect(compareLanguages('sv', new Map([['board', new Map()]]), english)).toEqual([
      'sv has no file common.json',
      'sv has a file board.json that en has not',
    ])
  })
})

describe('a key exists', () => {
  const known = flatten({ a: { b: 'x' }, n_one: 'x', n_other: 'x' })

  test.each(['a.b', 'n', 'n_one', 'a.*', '*.b'])('%s', (key) => expect(hasKey(known, key)).toBe(true))
  test.each(['a', 'a.c', 'aXb', 'b.*', '*.c'])('not %s', (key) => expect(hasKey(known, key)).toBe(false))
})
