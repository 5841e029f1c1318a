import process from 'node:process'

// Preloaded into a server under test: tells the bench what heap is in use after a collection.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage().heapUsed)
})
process.channel?.unref()
