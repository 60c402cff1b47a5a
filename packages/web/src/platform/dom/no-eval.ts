import { z } from 'zod'

// The content security policy forbids eval. Zod would try it and fall back, but each attempt logs an error
// to the console. Must be imported before anything that parses.
z.config({ jitless: true })
