import { runNode } from '../run.ts'
import { buildProductIfChanged } from '../product-build.ts'

// "npm run pictures" makes the pictures of the README again, from the product as it is.

await buildProductIfChanged()
process.exitCode = (await runNode(['e2e/pictures.ts'])).code
