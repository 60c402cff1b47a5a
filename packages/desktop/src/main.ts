import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readEnvironment } from './system/environment.ts'

const environment = readEnvironment()
mkdirSync(environment.folder, { recursive: true, mode: 0o700 })
// Before the rest of the app is compiled, which takes longer than to start Node.
enableCompileCache(join(environment.folder, 'compiled'))
const { runChromiumApp } = await import('./chromium-app.ts')
process.exitCode = await runChromiumApp(environment, process.argv.slice(2))
