// Loaded into the server by the soak: on a signal it collects all garbage and says what is left.
process.on('SIGUSR2', () => {
  globalThis.gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.stdout.write(`memory ${JSON.stringify({ heapUsed, external, rss })}\n`)
})
