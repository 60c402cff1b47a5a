import { z } from 'zod'

// A worker has settings of its own. The content policy forbids making text into code: zod would try it, be refused
// and go on without, but each refusal is a line in the console. Imported before anything that makes a schema.
z.config({ jitless: true })
