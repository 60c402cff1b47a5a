import { expect, test } from 'vitest'
import { namedPaths } from './docs-paths.ts'

const paths = (markdown: string) =>
  namedPaths(markdown).map(({ path, line, from }) => `${line} ${from} ${path}`)

test('links and code spans that look like paths are found', () => {
  const text = ['See [the map](docs/map.md#tours) and', '`packages/web/src/main.tsx`, or `start.mjs`.'].join(
    '\n',
  )
  expect(paths(text)).toEqual(['1 link docs/map.md', '2 code packages/web/src/main.tsx', '2 code start.mjs'])
})

test('URLs, commands, placeholders and fenced blocks are not paths', () => {
  const text = [
    '[site](https://example.org/docs/map.md) `npm start` `/api/user/login` `wid`',
    '`packages/canvas/src/shapes/<kind>/` `docs/decisions/*.md` `tools/…`',
    '```',
    '`packages/gone.ts`',
    '```',
  ].join('\n')
  expect(paths(text)).toEqual([])
})
