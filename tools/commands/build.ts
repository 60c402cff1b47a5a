import { buildWeb } from '../web-build.ts'

process.exitCode = (await buildWeb()) ? 0 : 1
