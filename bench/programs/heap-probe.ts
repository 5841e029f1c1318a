// Preloaded into a server under test: tells the heap in use after a collection, when the bench asks.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage().heapUsed)
})
process.channel?.unref()
