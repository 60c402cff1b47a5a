const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/**
 * Browser and system name of a user agent, if known. The order matters, since many agents include the names of
 * others.
 */
export function parseUserAgent(agent: string): { browser: string | null; system: string | null } {
  const findName = (marks: readonly (readonly [string, string])[]) =>
    marks.find(([mark]) => agent.includes(mark))?.[1] ?? null
  return { browser: findName(browsers), system: findName(systems) }
}
