import { z } from 'zod'

// The content security policy forbids code generation, which zod tests for; each attempt logs a violation.
// Workers have their own zod configuration. Import this before any schema.
z.config({ jitless: true })
