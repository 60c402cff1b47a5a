import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>
type Group = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number]

/** The screens that most people see; all the others count as one. */
const mainScreens = ['login', 'dashboard', 'whiteboard']
const otherScreens = 'others'
const allScreens = [...mainScreens, otherScreens]
const entry = 'index'
/** Group of the configuration, which all screens begin with. */
const libraries = 'libraries'
/**
 * Has V8 compile all functions of a file in the background while it arrives, instead of each on the main thread when it
 * is first called: a third of the board's first three seconds on a slow processor.
 */
const compiledWhole = '//# allFunctionsCalledOnLoad'
/** Groups with less source code than this, in characters, join the one of all screens. */
const smallLength = 6_000
/** Marks modules that load later as well, on a screen that does not begin with them. */
const later = 'later'
/** Menus, popovers and tooltips, which many lazy parts need and no main screen begins with: one file for all of them. */
const overlays = 'overlays'
/**
 * What they share with the board alone, and icons, so that a menu elsewhere does not load the board with them.
 */
const overlayBase = 'overlay-base'
const iconPath = /\/@tabler\/icons-react\/dist\/esm\/icons\//
const overlayPath = /\/packages\/web\/src\/ui\/overlays\/loaded\//
const screenPath = /\/packages\/web\/src\/screens\/([\w-]+)\/\1\.tsx$/

/**
 * Groups the modules of the build by the screens that begin with them: the bundler's own chunks are one for each
 * combination of lazy parts, 89 for the login, and each costs a request. What only loads later keeps its own chunks.
 *
 * @param inputs of the build: entries and plugins, without those that write files
 */
export function screenChunks(inputs: InlineConfig): Plugin {
  let first: ReadonlySet<unknown>
  return {
    name: 'tavla-screen-chunks',
    apply: 'build',
    async config({ root }) {
      const groups = await groupByScreen({ ...inputs, ...(root === undefined ? {} : { root }) })
      first = new Set([...mainScreens, libraries, entry, ...groups.map(({ name }) => name)])
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
    },
    generateBundle: {
      // The comment counts before all code only, and others prepend theirs.
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && first.has(part.name)) part.code = `${compiledWhole}\n${part.code}`
      },
    },
  }
}

/** A first build, which writes nothing, shows what every screen begins with after unused exports are gone. */
async function groupByScreen(config: InlineConfig): Promise<Group[]> {
  const output = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })
  const parts = [output].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunks: Chunks = new Map(
    parts.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])),
  )
  const found = findScreens(chunks)
  const common = getName(allScreens)
  const small = findSmall(found, chunks)
  const modules = new Map<string, string>()
  for (const [chunk, screens] of found)
    for (const module of chunk.moduleIds) {
      const isShared = small.has(getName(screens)) || (isStyle(module) && isOfSeveral(screens))
      modules.set(module, isShared ? common : getName(screens))
    }
  for (const [module, name] of findOverlays(found, chunks)) modules.set(module, name)
  // An importer belongs to fewer screens than what it imports, so that no two groups need each other.
  const names = [...new Set(modules.values())].toSorted(
    (a, b) => b.split('-').length - a.split('-').length || a.localeCompare(b),
  )
  return names.map((name, index) => ({
    name: [overlays, overlayBase].includes(name) ? name : `for-${name}`,
    test: (module) => modules.get(module) === name,
    priority: names.length - index,
    // They would be all that a barrel exports.
    includeDependenciesRecursively: false,
  }))
}

const getName = (screens: Iterable<string>): string => [...screens].toSorted().join('-')
const isStyle = (module: string): boolean => module.endsWith('.css')
const isOfSeveral = (screens: ReadonlySet<string>): boolean => screens.size - Number(screens.has(later)) > 1

/**
 * Names of groups whose request takes longer than their bytes do on a screen that does not need them. What they
 * import belongs to the group of all screens, so that they can join it.
 */
function findSmall(
  found: ReadonlyMap<Rolldown.OutputChunk, ReadonlySet<string>>,
  chunks: Chunks,
): ReadonlySet<string> {
  const groups = Map.groupBy(found.keys(), (chunk) => getName(found.get(chunk) ?? []))
  const isSmall = (name: string): boolean => {
    const parts = groups.get(name) ?? []
    const imported = withImports(parts, chunks)
    const outside = [...imported].filter((chunk) => !parts.includes(chunk))
    return (
      parts.reduce((sum, { code }) => sum + code.length, 0) < smallLength &&
      outside.every((chunk) => getName(found.get(chunk) ?? allScreens) === getName(allScreens))
    )
  }
  return new Set([...groups.keys()].filter(isSmall))
}

/** By module of overlays or of what they import, its group; what the login or the dashboard begins with is left out. */
function findOverlays(
  found: ReadonlyMap<Rolldown.OutputChunk, ReadonlySet<string>>,
  chunks: Chunks,
): Map<string, string> {
  const roots = [...chunks.values()].filter(({ moduleIds }) => moduleIds.some((id) => overlayPath.test(id)))
  const imported = withImports(roots, chunks)
  const groups = new Map<string, string>()
  for (const chunk of new Set([...imported, ...found.keys()])) {
    const screens = found.get(chunk) ?? new Set()
    const first = mainScreens.filter((screen) => screens.has(screen))
    const isBoardOnly = first.join() === 'whiteboard' && screens.has(later)
    for (const module of chunk.isDynamicEntry ? [] : chunk.moduleIds) {
      if (first.length === 0 && imported.has(chunk)) groups.set(module, overlays)
      else if (isBoardOnly && (imported.has(chunk) || iconPath.test(module))) groups.set(module, overlayBase)
    }
  }
  return groups
}

/** By chunk, the screens that begin with it. */
function findScreens(chunks: Chunks): Map<Rolldown.OutputChunk, Set<string>> {
  const screens = new Map<Rolldown.OutputChunk, Set<string>>()
  const add = (chunk: Rolldown.OutputChunk, names: Iterable<string>): void => {
    const known = screens.get(chunk) ?? new Set()
    for (const name of names) known.add(name)
    screens.set(chunk, known)
  }
  const entries = [...chunks.values()].filter(({ isEntry, name }) => isEntry && name === entry)
  for (const chunk of chunks.values()) {
    const screen = getScreen(chunk)
    if (screen !== null) for (const each of withImports([chunk], chunks)) add(each, [screen])
  }
  for (const each of withImports(entries, chunks)) add(each, allScreens)
  for (const [part, requesters] of findRequesters(chunks, screens))
    for (const each of withImports([part], chunks)) {
      const known = screens.get(each)
      if (known && [...requesters].some((screen) => !known.has(screen))) known.add(later)
    }
  // An entry keeps its own module, by which the page finds it.
  for (const entry of entries) screens.delete(entry)
  return screens
}

/** By lazy part that is no screen, the screens on which it can be requested, also by other lazy parts. */
function findRequesters(
  chunks: Chunks,
  screens: ReadonlyMap<Rolldown.OutputChunk, ReadonlySet<string>>,
): Map<Rolldown.OutputChunk, Set<string>> {
  const requesters = new Map<Rolldown.OutputChunk, Set<string>>()
  const waiting = [...screens].map(([chunk, names]) => ({ chunk, names }))
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const name of next.chunk.dynamicImports) {
      const part = chunks.get(name)
      if (!part || getScreen(part) !== null) continue
      const known = requesters.get(part) ?? new Set()
      const added = [...next.names].filter((screen) => !known.has(screen))
      requesters.set(part, new Set([...known, ...added]))
      if (added.length > 0)
        for (const chunk of withImports([part], chunks)) waiting.push({ chunk, names: new Set(added) })
    }
  return requesters
}

function getScreen({ moduleIds }: Rolldown.OutputChunk): string | null {
  const [name] = moduleIds.flatMap((module) => screenPath.exec(module)?.[1] ?? [])
  if (name === undefined) return null
  return mainScreens.includes(name) ? name : otherScreens
}

function withImports(roots: readonly Rolldown.OutputChunk[], chunks: Chunks): Set<Rolldown.OutputChunk> {
  const found = new Set(roots)
  // A set is iterated over what is added meanwhile, too.
  for (const { imports } of found)
    for (const name of imports) {
      const imported = chunks.get(name)
      if (imported) found.add(imported)
    }
  return found
}
