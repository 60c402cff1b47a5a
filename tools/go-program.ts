import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { root, run } from './run.ts'

// Real servers of others that tests run against and that come as Go modules. Each has a small module of ours that pins its
// version, since `go install` refuses modules with replacements; what is built is kept in `.tavla/`.

export interface GoProgram {
  /** Folder in `tools/`, and name of the program. */
  readonly name: string
  readonly package: string
}

export const liveKitServer: GoProgram = {
  name: 'livekit-server',
  package: 'github.com/livekit/livekit-server/cmd/server',
}
export const stripeMock: GoProgram = { name: 'stripe-mock', package: 'github.com/stripe/stripe-mock' }

export const versityGateway: GoProgram = {
  name: 'versitygw',
  package: 'github.com/versity/versitygw/cmd/versitygw',
}

export const helm: GoProgram = { name: 'helm', package: 'helm.sh/helm/v3/cmd/helm' }

export const getProgramPath = ({ name }: GoProgram): string => join(root, '.tavla', name)

export function hasProgram(program: GoProgram): boolean {
  return isExecutable(getProgramPath(program))
}

function findGo(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/local/go/bin']
  return folders.map((folder) => join(folder, 'go')).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Builds it unless Go's own cache says that nothing has changed; answers the exit code, null where there is no Go. */
export async function buildGoProgram(program: GoProgram): Promise<number | null> {
  const go = findGo()
  if (!go) return null
  const args = ['build', '-o', getProgramPath(program), program.package]
  return (await run(go, args, { cwd: join(root, 'tools', program.name) })).code
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
