import { languages, reference } from '@tavla/locales'
import { getTexts } from '@tavla/locales/texts'

/** Id of the menu entry. The shell looks for it to know whether links of the scheme reach it. */
export const entryId = 'tavla.desktop'

const comment = (language: string) => getTexts(language).t('pages:manifest.description')

/** File types that the app opens, by their endings. */
const fileTypes = [
  { type: 'application/vnd.tavla+zip', parent: 'application/zip', name: 'Tavla board', ending: 'tavla' },
  {
    type: 'application/vnd.excalidraw+json',
    parent: 'application/json',
    name: 'Excalidraw drawing',
    ending: 'excalidraw',
  },
]

/** The file types in the format of the shared MIME database. */
export const mimePackage = `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
${fileTypes
  .map(
    ({ type, parent, name, ending }) => `  <mime-type type="${type}">
    <comment>${name}</comment>
    <sub-class-of type="${parent}"/>
    <glob pattern="*.${ending}"/>
  </mime-type>`,
  )
  .join('\n')}
</mime-info>
`

/** The menu entry, which also makes the app the handler of its files and of `tavla:` links. `command` starts the app. */
export function getDesktopEntry(command: string): string {
  const others = languages.filter(({ id }) => id !== reference)
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tavla',
    `Comment=${comment(reference)}`,
    ...others.map(({ id }) => `Comment[${id}]=${comment(id)}`),
    `Exec=${command} %U`,
    'Icon=tavla',
    'Terminal=false',
    'Categories=Graphics;',
    'Keywords=whiteboard;board;sketch;',
    `MimeType=x-scheme-handler/tavla;${fileTypes.map(({ type }) => `${type};`).join('')}`,
    'StartupWMClass=tavla',
    'StartupNotify=true',
    '',
  ].join('\n')
}

/** Starts the app from wherever its folder lies. */
export const launcher = `#!/bin/sh
lib=$(dirname "$(readlink -f "$0")")/../lib/tavla
exec "$lib/node" --disable-warning=ExperimentalWarning "$lib/app/main.js" "$@"
`

export interface DebianControl {
  readonly version: string
  readonly architecture: string
  readonly installedKiB: number
}

export function getControl({ version, architecture, installedKiB }: DebianControl): string {
  const browsers = [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'microsoft-edge-stable',
    'brave-browser',
  ]
  return `Package: tavla
Version: ${version}
Architecture: ${architecture}
Maintainer: Tavla <tavla@localhost>
Installed-Size: ${installedKiB}
Depends: libc6 (>= 2.28), libstdc++6, xdg-utils, ${browsers.join(' | ')}
Recommends: desktop-file-utils, shared-mime-info, libx11-6, libxrandr2, libxt6, libxtst6
Section: graphics
Priority: optional
Description: whiteboard workspace that never loses work
 The desktop app: a window on the pages of a Tavla server, shown by the installed
 Chromium-family browser.
`
}

/** Paths that `install.sh` creates and `uninstall.sh` removes, below the person's data folder. */
const setUp = `#!/bin/sh
set -e
here=$(dirname "$(readlink -f "$0")")
data=\${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin
entry=$data/applications/${entryId}
types=$data/mime/packages/tavla.xml
refresh() {
  if command -v update-mime-database > /dev/null; then update-mime-database "$data/mime"; fi
  if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$data/applications"; fi
}
`

/** Registers the unpacked folder for one person: menu entry, icons, link scheme, and the command \`tavla\`. */
export const installScript = `${setUp}mkdir -p "$data/applications" "$data/mime/packages" "$bin"
sed "s|^Exec=.*|Exec=\\"$here/bin/tavla\\" %U|" "$here/share/applications/${entryId}" > "$entry"
for size in 192x192 512x512; do
  mkdir -p "$data/icons/hicolor/$size/apps"
  cp "$here/share/icons/hicolor/$size/apps/tavla.png" "$data/icons/hicolor/$size/apps/"
done
cp "$here/share/mime/packages/tavla.xml" "$types"
ln -sf "$here/bin/tavla" "$bin/tavla"
refresh
`

export const uninstallScript = `${setUp}rm -f "$entry" "$types" "$bin/tavla"
for size in 192x192 512x512; do rm -f "$data/icons/hicolor/$size/apps/tavla.png"; done
refresh
`
