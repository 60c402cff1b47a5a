import { expect, it } from 'vitest'
import { isExternal, parseScreen, parseServer } from './server-origin.ts'

it('accepts a server URL as people type it', () => {
  expect(parseServer('board.example.org')).toBe('https://board.example.org')
  expect(parseServer(' https://Board.example.org/app/whiteboard?w=1 ')).toBe('https://board.example.org')
  expect(parseServer('localhost:3000')).toBe('http://localhost:3000')
  expect(parseServer('127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
  expect(parseServer('http://board.lan:3000')).toBe('http://board.lan:3000')
  for (const text of ['', 'a b', 'ftp://x.org', 'file:///etc', 'https://a:b@x.org', 'javascript:alert(1)'])
    expect(parseServer(text)).toBeUndefined()
})

it('opens screens of links on this origin', () => {
  const origin = 'https://board.example.org'
  expect(parseScreen(`${origin}/app/whiteboard?w=1&p=2`, origin)).toBe('/app/whiteboard?w=1&p=2')
  for (const url of [
    `${origin}/app/pclogin?challenge=1`,
    `${origin}/app/pcapp-login`,
    `${origin}/app/admin`,
    `${origin}/app/../api/docs`,
    `${origin}.evil.example/app/whiteboard`,
    `${origin}@evil.example/app/whiteboard`,
    `http://board.example.org/app/whiteboard`,
  ])
    expect(parseScreen(url, origin)).toBeUndefined()
})

it('passes only web and mail URLs to the system', () => {
  expect(['https://x.org', 'http://x.org/a', 'mailto:a@x.org'].every(isExternal)).toBe(true)
  for (const url of [
    'file:///etc/passwd',
    'javascript:1',
    'data:,x',
    'tavla://open/x',
    'smb://x/y',
    'https://a:b@x.org',
  ])
    expect(isExternal(url)).toBe(false)
})
