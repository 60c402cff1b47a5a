import { describe, expect, it, vi } from 'vitest'
import { keys, inviteKey } from './storage-keys.ts'
import { createStorage, memoryArea } from './storage.ts'

function setUp() {
  const local = new Map<string, string>()
  const session = new Map<string, string>()
  let dispatch: (event: { key: string | null }) => void = () => undefined
  const storage = createStorage({
    local: memoryArea(local),
    session: memoryArea(session),
    events: { addEventListener: (_type, listener) => (dispatch = listener) },
  })
  return { storage, local, session, otherTabChanged: (key: string | null) => dispatch({ key }) }
}

describe('browser storage', () => {
  it('uses the key names of the specification', () => {
    expect(Object.values(keys).map((key) => key.name)).toEqual([
      'userinfo',
      'spaceList',
      'spaceFilters',
      'client_id',
      'boardTransform',
      'guestUserinfo',
      'guestSpaceList',
      'i18nextLng',
      'last_user_email',
      'pcapp',
      'notifyDataArr',
      'pclogin',
      'pcuid',
      'subexpired',
      'clearLocal',
      'theme',
      'fullscreen',
      'from',
      'oauth',
      'admin',
      'ended',
      'closedBanners',
      'closedAnnouncements',
      'installHint',
      'boardStyles',
      'recentColors',
      'globalTalkKey',
      'reloaded',
    ])
    expect(inviteKey('w1').name).toBe('invite-w1')
  })

  it('stores text as is and objects as JSON', () => {
    const { storage, local } = setUp()
    storage.write(keys.subexpired, 'true')
    storage.write(keys.boardTransform, { w1: { p1: { x: 1, y: 2, zoom: 0.5 } } })
    expect(local.get('subexpired')).toBe('true')
    expect(local.get('boardTransform')).toBe('{"w1":{"p1":{"x":1,"y":2,"zoom":0.5}}}')
    expect(storage.read(keys.boardTransform)).toEqual({ w1: { p1: { x: 1, y: 2, zoom: 0.5 } } })
  })

  it('stores values of the tab in session storage', () => {
    const { storage, local, session } = setUp()
    storage.write(keys.from, '/whiteboard?w=1')
    expect(session.get('from')).toBe('/whiteboard?w=1')
    expect(local.size).toBe(0)
  })

  it('accepts a bare token as userinfo and fills in the rest', () => {
    const { storage, local } = setUp()
    local.set('userinfo', '{"token":"abc"}')
    expect(storage.read(keys.userinfo)).toMatchObject({ token: 'abc', name: '', kind: 'full', email: null })
  })

  it('keeps unknown fields of userinfo', () => {
    const { storage } = setUp()
    storage.write(keys.userinfo, {
      token: 't',
      uid: 'u',
      email: null,
      name: 'Ada',
      photo: null,
      kind: 'full',
      guide: { pan: 'done' },
    })
    expect(storage.read(keys.userinfo)).toMatchObject({ guide: { pan: 'done' } })
  })

  it.each(['', 'not json', '[]', '{"token":""}', '{"token":7}', 'null'])(
    'reads %j as no login at all',
    (stored) => {
      const { storage, local } = setUp()
      local.set('userinfo', stored)
      expect(storage.read(keys.userinfo)).toBeNull()
    },
  )

  it('ignores a record of another version', () => {
    const { storage, local } = setUp()
    local.set('spaceFilters', '{"v":2,"filter":"all","sort":"name","view":"grid"}')
    expect(storage.read(keys.spaceFilters)).toBeNull()
  })

  it('replaces an invalid field instead of dropping the record', () => {
    const { storage, local } = setUp()
    local.set('spaceFilters', '{"v":1,"filter":"mine","sort":"colour","view":"list"}')
    expect(storage.read(keys.spaceFilters)).toEqual({
      v: 1,
      filter: 'mine',
      sort: 'updated',
      view: 'list',
      folder: null,
    })
  })

  it('continues when the storage is full', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const full = {
      ...memoryArea(),
      setItem: () => {
        throw new Error('quota')
      },
    }
    const storage = createStorage({
      local: full,
      session: full,
      events: { addEventListener: () => undefined },
    })
    expect(() => storage.write(keys.language, 'sv')).not.toThrow()
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })

  it('reports changes of other tabs, by key and when everything is cleared', () => {
    const { storage, otherTabChanged } = setUp()
    const changed = vi.fn()
    const stop = storage.onChange(keys.userinfo, changed)
    otherTabChanged('spaceList')
    expect(changed).not.toHaveBeenCalled()
    otherTabChanged('userinfo')
    otherTabChanged(null)
    expect(changed).toHaveBeenCalledTimes(2)
    stop()
    otherTabChanged('userinfo')
    expect(changed).toHaveBeenCalledTimes(2)
  })
})
