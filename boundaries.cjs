// Who may import whom: the only copy. `tools/boundaries.test.ts` breaks every rule on purpose and expects to be told.
//
// A layer lists what it may see below it; everything else of its package is out of reach. A folder that stands in no
// list is a violation too ("…-knows-its-place"), so a new folder must first be given its place here.

/** @typedef {Readonly<Record<string, readonly string[]>>} Layers */

const tests = '\\.(test|spec)\\.tsx?$|/testing(/|\\.ts$)'

/** What everything that draws may know. */
const drawing = ['pen', 'text', 'document', 'geometry', 'recent-cache']

/** The engine. @type {Layers} */
const canvasLayers = {
  'recent-cache': [],
  people: [],
  'no-eval': [],
  geometry: [],
  document: ['geometry'],
  text: ['recent-cache', 'document', 'geometry'],
  pen: ['text', 'geometry'],
  replica: ['document', 'geometry'],
  history: ['document', 'geometry'],
  shape: ['pen', 'text', 'document', 'geometry'],
  bindings: ['shape', ...drawing],
  shapes: ['bindings', 'shape', ...drawing],
  // The editor runs tools and commands and is a board's inside; it knows what such a thing is, and none by name.
  editor: ['people', 'board', 'define-command', 'tool', 'bindings', 'shape', 'replica', ...drawing],
  board: ['define-command', 'tool', 'editor', 'render', 'shape', 'replica', ...drawing],
  tool: ['editor', 'bindings', 'shape', ...drawing],
  tools: ['tool', 'editor', 'bindings', 'shape', ...drawing],
  'define-command': ['editor', 'bindings', 'shape', ...drawing],
  commands: ['define-command', 'editor', 'bindings', 'shape', ...drawing],
  // Pens turn the names of colours into colours.
  render: ['people', 'shapes/shared/palette', 'editor', 'bindings', 'shape', ...drawing],
  export: ['render', 'shapes/shared/palette', 'editor', 'bindings', 'shape', ...drawing],
  import: ['shapes', 'shape', ...drawing],
  host: ['tool', 'editor', 'bindings', 'shape', ...drawing],
}
/** Modules of the engine that put the layers together. */
const canvasTops = [
  'index',
  'model',
  'svg',
  'create-board',
  'image-worker',
  'raster-worker',
  'import-worker',
  'open-import-worker',
  'testing',
]

/** Small things that the whole server uses. */
const basics = [
  'figures',
  'metrics',
  'log',
  'passwords',
  'rate-limits',
  'refusals',
  'secrets',
  'ports',
  'db',
  'config',
]

/** The server. `features.ts` and `start.ts` put the parts together. @type {Layers} */
const serverLayers = {
  config: ['db'],
  // A port may keep its things in the database, and the database asks a port for the time.
  ports: ['config', 'db'],
  db: ['config', 'ports'],
  figures: ['ports'],
  metrics: ['figures', 'ports'],
  log: ['ports', 'stack-traces'],
  'stack-traces': [],
  'common-passwords': [],
  passwords: ['common-passwords', 'ports'],
  'rate-limits': ['db', 'ports', 'refusals', 'secrets'],
  refusals: [],
  secrets: ['ports'],
  // Boards as pictures: knows records and fonts, and nobody who asks for them.
  drawing: [],
  context: ['drawing', ...basics],
  jobs: ['context', ...basics],
  'features/[^/]+': ['drawing', 'jobs', 'context', ...basics],
  http: ['context', ...basics],
  realtime: ['context', ...basics],
  // Works beside a server that runs: it knows the data, and nothing of what is done with it.
  backup: basics,
}
const serverTops = ['main', 'start', 'command-line', 'outage-log', 'internal-url', 'features', 'testing']

/** The web. @type {Layers} */
const webLayers = {
  platform: [],
  ui: [],
  state: ['platform'],
  features: ['platform', 'state', 'ui'],
  screens: ['features', 'platform', 'state', 'ui'],
  gallery: ['features', 'platform', 'state', 'ui'],
}
/** The desktop app. `run-app.ts` puts the parts together; `chromium-app.ts`, which `main.ts` loads, and `electron-main.ts` choose what shows the window. @type {Layers} */
const desktopLayers = {
  core: [],
  system: ['core'],
  chromium: ['core', 'system'],
  electron: ['core', 'system'],
}
const desktopTops = ['main', 'chromium-app', 'electron-main', 'run-app']

const webTops = ['pay', 'main', 'router', 'first-requests', 'guards', 'app', 'vite-env']

/**
 * One rule for each layer, and one that knows every name.
 * @param {string} name
 * @param {Layers} layers
 * @param {readonly string[]} tops
 */
function layerRules(name, layers, tops) {
  const src = `^packages/${name}/src/`
  const known = [...Object.keys(layers), ...tops]
  const rules = Object.entries(layers).map(([layer, below]) => ({
    name: `${name}-${layer.replace(/\/.*/, '')}-sees-only-what-is-below`,
    severity: 'error',
    comment: `${layer} may import ${below.length ? below.join(', ') : 'nothing else of its package'}. Declare the small interface you need there and let the upper layer pass it in.`,
    from: { path: `${src}${layer}(/|\\.tsx?$)`, pathNot: tests },
    to: { path: src, pathNot: `${src}(${[layer, ...below].join('|')})(/|\\.tsx?$)` },
  }))
  const place = {
    name: `${name}-knows-its-place`,
    severity: 'error',
    comment: 'This folder stands in no layer. Give it its place in boundaries.cjs first.',
    from: { path: src, pathNot: [`${src}(${known.join('|')})(/|\\.)`, tests] },
    to: {},
  }
  const placeTo = {
    ...place,
    from: {},
    to: { path: src, pathNot: [`${src}(${known.join('|')})(/|\\.)`, tests] },
  }
  return [
    ...rules,
    { ...place, name: `${place.name}-importing` },
    { ...placeTo, name: `${place.name}-imported` },
  ]
}

/** Sub-folders of a large folder; each lists those below it. Files directly in the large folder are not concerned. */
const folderLayers = {
  'canvas/src/document': {
    model: [],
    text: ['model'],
    kinds: ['model', 'text'],
    state: ['model', 'text', 'kinds'],
    rules: ['model', 'text', 'kinds', 'state'],
    codec: ['model', 'text', 'kinds', 'state', 'rules'],
    apply: ['model', 'text', 'kinds', 'state', 'rules'],
  },
  'canvas/src/editor': {
    view: [],
    changes: ['view'],
    actions: ['view', 'changes'],
    find: ['view'],
    reading: ['view', 'changes'],
    input: ['view', 'changes', 'actions', 'reading'],
  },
  'canvas/src/render': {
    pens: [],
    overlay: ['pens'],
    raster: ['pens'],
    tiles: ['pens', 'raster'],
    animation: ['pens', 'raster'],
    images: [],
  },
  'canvas/src/replica': { undo: [], sending: ['undo'] },
  'server/src/realtime': {
    socket: [],
    journal: [],
    edits: ['journal', 'socket'],
    checkpoints: ['journal', 'edits'],
    history: ['journal', 'checkpoints'],
    erasure: ['journal', 'checkpoints'],
    nodes: ['socket'],
    room: ['socket', 'journal', 'edits', 'checkpoints', 'history'],
  },
  'web/src/platform': {
    dom: [],
    desktop: ['dom'],
    navigation: [],
    answers: ['dom'],
    network: ['answers', 'dom'],
    chunks: ['dom', 'network'],
    offline: ['dom', 'network'],
    voice: ['chunks', 'dom', 'network'],
    worker: [],
  },
}

/**
 * One rule for each sub-folder.
 * @param {string} folder below `packages/`
 * @param {Layers} layers
 */
function subFolderRules(folder, layers) {
  const src = `^packages/${folder}/`
  return Object.entries(layers).flatMap(([layer, below]) => {
    const others = Object.keys(layers).filter((other) => other !== layer && !below.includes(other))
    if (others.length === 0) return []
    const name = `${folder.replace('/src/', '-')}-${layer}`
    const rule = {
      name: `${name}-sees-only-folders-below`,
      severity: 'error',
      comment: `Beside it, ${layer} may import ${below.length ? below.join(', ') : 'no other folder'}. Move what both need to the lower one.`,
      from: { path: `${src}${layer}/`, pathNot: tests },
      to: { path: `${src}(${others.join('|')})/` },
    }
    return [rule]
  })
}

/**
 * The only outside packages that a package (or a part of it) may import.
 * @param {string} name
 * @param {string} path
 * @param {readonly string[]} allowed
 * @param {string} comment
 * @param {string} [except]
 */
function outsideRule(name, path, allowed, comment, except) {
  return {
    name,
    severity: 'error',
    comment,
    from: { path, pathNot: except ? [tests, except] : [tests] },
    to: { path: '(^|/)node_modules/', pathNot: `(^|/)node_modules/(${allowed.join('|')})/` },
  }
}

const entries = {
  contract: '^packages/contract/src/(index|admin|desktop|(realtime|voice|file-location)/index)\\.ts$',
  canvas: '^packages/canvas/src/(index|model|people|svg)\\.ts$',
  locales: '^packages/locales/src/(index|files|texts)\\.ts$',
}

const packageRules = [
  {
    name: 'contract-is-a-leaf',
    severity: 'error',
    comment: 'The contract knows zod and nothing else of ours, so that both sides can trust it.',
    from: { path: '^packages/contract/src/', pathNot: tests },
    to: { path: '^(packages/(?!contract/)|tools/|e2e/)' },
  },
  {
    name: 'canvas-is-a-leaf',
    severity: 'error',
    comment: 'The engine knows no product, network or contract: pass what it needs into createBoard.',
    from: { path: '^packages/canvas/src/' },
    to: { path: '^(packages/(?!canvas/)|tools/|e2e/)' },
  },
  {
    name: 'locales-is-a-leaf',
    severity: 'error',
    comment: 'The texts know nobody who shows them.',
    from: { path: '^packages/locales/src/', pathNot: tests },
    to: { path: '^(packages/(?!locales/)|tools/|e2e/)' },
  },
  {
    name: 'server-sees-contract-and-pure-canvas',
    severity: 'error',
    comment:
      'The server may import the contract, the locales and the two DOM-free entries canvas/model and canvas/svg.',
    from: { path: '^packages/server/', pathNot: tests },
    to: {
      path: '^(packages/(?!server/)|tools/|e2e/)',
      pathNot: [entries.contract, entries.locales, '^packages/canvas/src/(model|svg)\\.ts$'],
    },
  },
  {
    name: 'server-tests-see-canvas-testing-too',
    severity: 'error',
    comment:
      'Rooms are searched by the same fuzz as the engine, through its entry canvas/testing, voice, files and several processes run on real servers of others, and our own runs as “npm start” runs it; the rest stays out of reach.',
    from: { path: `^packages/server/.*(${tests})` },
    to: {
      path: '^(packages/(?!server/)|tools/|e2e/)',
      pathNot: [
        ...[entries.contract, entries.locales, '^packages/canvas/src/(model|svg|testing)\\.ts$'],
        '^tools/(livekit|redis|s3|server)-process\\.ts$',
      ],
    },
  },
  {
    name: 'web-sees-contract-and-canvas',
    severity: 'error',
    comment:
      'The web talks to the server by the contract; what it needs of other packages is in their entries.',
    from: { path: '^packages/web/' },
    to: {
      path: '^(packages/(?!web/)|tools/|e2e/)',
      pathNot: [entries.contract, entries.canvas, entries.locales],
    },
  },
  {
    name: 'desktop-sees-contract',
    severity: 'error',
    comment: 'The shell loads the web by its address and talks to its page by the bridge in the contract.',
    from: { path: '^packages/desktop/' },
    to: { path: '^(packages/(?!desktop/)|tools/|e2e/)', pathNot: [entries.contract, entries.locales] },
  },
  {
    name: 'tools-and-e2e-see-contract',
    severity: 'error',
    comment:
      'E2e tests and tools use the product as its users do: by its URL and the typed client. Tools check the locales.',
    from: { path: '^(e2e|tools)/' },
    to: { path: '^packages/', pathNot: [entries.contract, entries.locales] },
  },
]

const outsideRules = [
  outsideRule('contract-outside', '^packages/contract/src/', ['zod'], 'The contract imports zod only.'),
  outsideRule(
    'locales-outside',
    '^packages/locales/src/',
    ['i18next'],
    'The locales hold texts and fill them in; nothing else.',
  ),
  outsideRule(
    'canvas-outside',
    '^packages/canvas/src/',
    [
      'zod',
      '@preact/signals-core',
      'fflate',
      'flatbush',
      'lz-string',
      'prosemirror-model',
      'prosemirror-transform',
    ],
    'The engine imports zod, signals, small geometry and zip libraries and the text model. Editing parts of ProseMirror belong in host/, pdfkit in export/pdf/.',
    '^packages/canvas/src/(host|export/pdf)/',
  ),
  outsideRule(
    'canvas-pdf-outside',
    '^packages/canvas/src/export/pdf/',
    ['pdfkit'],
    'export/pdf/ writes PDFs with pdfkit; it is fetched only when somebody exports one, and nothing else may be.',
  ),
  outsideRule(
    'canvas-host-outside',
    '^packages/canvas/src/host/',
    ['zod', '@preact/signals-core', 'prosemirror-[a-z-]+'],
    'host/ turns DOM events into ours; it may use ProseMirror, and no interface library.',
  ),
  outsideRule(
    'web-ui-outside',
    '^packages/web/src/ui/',
    [
      'react',
      'react-dom',
      '@types/react',
      '@types/react-dom',
      '@mantine/[a-z-]+',
      '@tabler/icons-react',
      '@fontsource/[a-z0-9-]+',
    ],
    'ui/ knows React and the component library only: no product words, no data fetching.',
  ),
  {
    name: 'server-framework-stays-in-http',
    severity: 'error',
    comment:
      'Features know neither the HTTP framework nor the socket: they push through ports and enqueue later work in db.',
    from: {
      path: '^packages/server/',
      pathNot: ['^packages/server/src/(http|realtime|main|testing)(/|\\.ts$)', tests],
    },
    to: { path: 'node_modules/(fastify|@fastify/[a-z-]+|ws|@types/ws)/' },
  },
  {
    name: 'web-ui-knows-no-product',
    severity: 'error',
    comment: 'ui/ has no product words: pass them in as props.',
    from: { path: '^packages/web/src/ui/', pathNot: tests },
    to: { path: '^packages/(contract|canvas)/' },
  },
]

const insideRules = [
  ...layerRules('canvas', canvasLayers, canvasTops),
  ...layerRules('server', serverLayers, serverTops),
  ...layerRules('web', webLayers, webTops),
  ...Object.entries(folderLayers).flatMap(([folder, layers]) => subFolderRules(folder, layers)),
  {
    name: 'sub-folders-know-their-place',
    severity: 'error',
    comment:
      'This sub-folder stands in no list. Give it its place among folderLayers in boundaries.cjs first.',
    from: {},
    to: {
      path: `^packages/(${Object.keys(folderLayers).join('|')})/[^/]+/`,
      pathNot: [
        ...Object.entries(folderLayers).map(
          ([folder, layers]) => `^packages/${folder}/(${Object.keys(layers).join('|')})/`,
        ),
        tests,
      ],
    },
  },
  ...layerRules('desktop', desktopLayers, desktopTops),
  {
    name: 'canvas-shapes-do-not-see-each-other',
    severity: 'error',
    comment: 'A shape is a folder of its own. What two shapes draw alike belongs in shapes/shared.',
    from: { path: '^packages/canvas/src/shapes/([^/]+)/', pathNot: tests },
    to: { path: '^packages/canvas/src/shapes/', pathNot: '^packages/canvas/src/shapes/($1|shared)/' },
  },
  {
    name: 'canvas-shapes-shared-knows-no-shape',
    severity: 'error',
    comment: 'shapes/shared is below the shapes that use it.',
    from: { path: '^packages/canvas/src/shapes/shared/', pathNot: tests },
    to: { path: '^packages/canvas/src/shapes/(?!shared/)' },
  },
  {
    name: 'canvas-tools-do-not-see-each-other',
    severity: 'error',
    comment: 'A tool goes to another tool by its id, never by import.',
    from: {
      path: '^packages/canvas/src/tools/([^/.]+)(/|\\.ts$)',
      pathNot: ['^packages/canvas/src/tools/index\\.ts$', tests],
    },
    to: { path: '^packages/canvas/src/tools/', pathNot: '^packages/canvas/src/tools/$1(/|\\.ts$)' },
  },
  {
    name: 'server-feature-by-its-index',
    severity: 'error',
    comment: 'A feature imports another only through its index.ts, which says what it offers.',
    from: { path: '^packages/server/src/features/([^/]+)/', pathNot: tests },
    to: {
      path: '^packages/server/src/features/',
      pathNot: ['^packages/server/src/features/$1/', '^packages/server/src/features/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'server-rows-and-policy-are-below',
    severity: 'error',
    comment: 'Rows and policies are what handlers and jobs are made of, never the reverse.',
    from: { path: '^packages/server/src/features/[^/]+/(rows|policy)\\.ts$' },
    to: { path: '^packages/server/src/features/([^/]+/(handlers|jobs|index)\\.ts$)' },
  },
  {
    name: 'server-features-list-is-above-features',
    severity: 'error',
    comment:
      'features.ts collects the features; a feature that needs the list needs another feature by its index.',
    from: { path: '^packages/server/src/features/', pathNot: tests },
    to: { path: '^packages/server/src/features\\.ts$' },
  },
  {
    name: 'web-feature-by-its-index',
    severity: 'error',
    comment: 'A feature imports another only through its index.ts, which says what it offers.',
    from: { path: '^packages/web/src/features/([^/]+)/', pathNot: tests },
    to: {
      path: '^packages/web/src/features/',
      pathNot: ['^packages/web/src/features/$1/', '^packages/web/src/features/[^/]+/index\\.tsx?$'],
    },
  },
  {
    name: 'web-screens-do-not-see-each-other',
    severity: 'error',
    comment: 'What two screens share is a feature or a part of ui.',
    from: { path: '^packages/web/src/screens/([^/]+)/', pathNot: tests },
    to: { path: '^packages/web/src/screens/', pathNot: '^packages/web/src/screens/($1/|[^/]+\\.tsx?$)' },
  },
]

const generalRules = [
  {
    name: 'no-cycles',
    severity: 'error',
    comment:
      'No cycles, type-only ones included: the lower part declares the small interface it needs, the upper passes it in.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolvable',
    severity: 'error',
    comment: 'This import leads nowhere.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
  {
    name: 'no-undeclared-dependency',
    severity: 'error',
    comment: 'Name the package in the dependencies of the package.json that uses it; hoisting is luck.',
    from: { path: '^packages/' },
    to: {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      pathNot: '(^|/)node_modules/(vitest|fast-check|@types)/',
    },
  },
  {
    name: 'no-tests-in-the-product',
    severity: 'error',
    comment: 'What ships does not import what tests it.',
    from: { path: '^packages/', pathNot: tests },
    to: { path: tests, pathNot: 'node_modules' },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...packageRules, ...outsideRules, ...insideRules, ...generalRules],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|fixtures)/' },
    // Type-only imports count: they are what cycles are made of.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts', '.css'],
    },
  },
}
