// Loaded into the server by the soak: on a signal it collects all garbage and says what is left.
process.on('SIGUSR2', () => {
  globalThis.gc()
  const { heapUsed, heapTotal, external } = process.memoryUsage()
  process.stdout.write(`memory ${JSON.stringify({ heapUsed, heapTotal, external })}\n`)
})
