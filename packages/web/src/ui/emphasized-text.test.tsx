import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EmphasizedText } from './emphasized-text.tsx'

const template = '<b>{{inviter}}</b> invited you to <b>{{space}}</b> {{role}}.'

it('emphasizes what the translation emphasizes', () => {
  const values = { inviter: 'Ada', space: 'Ideas', role: 'as editor' }
  expect(renderToStaticMarkup(<EmphasizedText template={template} values={values} />)).toBe(
    '<strong>Ada</strong> invited you to <strong>Ideas</strong> as editor.',
  )
})

it('shows values as they are, also with signs of markup or of other values', () => {
  const values = { inviter: '</b>Ada', space: '{{role}}', role: '$&' }
  expect(renderToStaticMarkup(<EmphasizedText template={template} values={values} />)).toBe(
    '<strong>&lt;/b&gt;Ada</strong> invited you to <strong>{{role}}</strong> $&amp;.',
  )
})

it('begins with text that is not emphasized', () => {
  const text = (
    <EmphasizedText template="From <b>{{inviter}}</b>" values={{ inviter: 'Ada' }} className="name" />
  )
  expect(renderToStaticMarkup(text)).toBe('From <strong class="name">Ada</strong>')
})
