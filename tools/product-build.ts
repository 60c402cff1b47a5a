import { serverBuild } from './server-build.ts'
import { runBuild, runBuildIfChanged } from './stamped-build.ts'
import { webBuild } from './web-build.ts'

/** Page and server, whatever was there before. False when a build failed. */
export const buildProduct = async (): Promise<boolean> =>
  (await runBuild(webBuild)) && (await runBuild(serverBuild))

/** Page and server, each when its inputs changed. False when a build failed. */
export const buildProductIfChanged = async (): Promise<boolean> =>
  (await runBuildIfChanged(webBuild)) && (await runBuildIfChanged(serverBuild))
