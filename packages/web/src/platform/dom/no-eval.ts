import { z } from 'zod'

// The content policy forbids making text into code. Zod would try it, be refused and go on without, but each refusal
// is a line in the console. Imported before anything that parses.
z.config({ jitless: true })
