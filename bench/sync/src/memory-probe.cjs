// Loaded into the server by the soak test. SIGUSR2 collects garbage and prints memory figures, SIGWINCH writes
// a heap snapshot.
process.on('SIGUSR2', () => {
  globalThis.gc()
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  process.stdout.write(`memory ${JSON.stringify({ heapUsed, heapTotal, external, arrayBuffers })}\n`)
})
process.on('SIGWINCH', () => {
  globalThis.gc()
  require('node:v8').writeHeapSnapshot(`${process.env.SNAPSHOTS}/${Date.now()}.heapsnapshot`)
})
