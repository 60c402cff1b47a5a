import { runNode } from '../run.ts'
import { buildWebIfChanged } from '../web-build.ts'

// "npm run pictures" makes the pictures of the README again, from the product as it is.

await buildWebIfChanged()
process.exitCode = (await runNode(['e2e/pictures.ts'])).code
