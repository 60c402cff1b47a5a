import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readEnvironment } from './system/environment.ts'

const environment = readEnvironment()
// Before the rest of the app is compiled, which takes as long as to start Node. The first start makes the folder, for its
// person only.
if (existsSync(environment.folder)) enableCompileCache(join(environment.folder, 'compiled'))
const { runChromiumApp } = await import('./chromium-app.ts')
process.exitCode = await runChromiumApp(environment, process.argv.slice(2))
