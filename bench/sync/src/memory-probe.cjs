// Loaded into the server by the soak: on a signal it collects all garbage and says what is left; on another it writes the heap.
process.on('SIGUSR2', () => {
  globalThis.gc()
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  process.stdout.write(`memory ${JSON.stringify({ heapUsed, heapTotal, external, arrayBuffers })}\n`)
})
process.on('SIGWINCH', () => {
  globalThis.gc()
  require('node:v8').writeHeapSnapshot(`${process.env.SNAPSHOTS}/${Date.now()}.heapsnapshot`)
})
