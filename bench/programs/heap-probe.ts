import process from 'node:process'
import { GCProfiler } from 'node:v8'

// Preloaded into a server under test, for the bench to ask: what heap is in use after a collection,
// or what was allocated since it was asked so before, whether it was collected meanwhile or not.
const used = (): number => process.memoryUsage().heapUsed
let profiler: GCProfiler | undefined
let usedBefore = 0

function allocated(): number {
  const collections = profiler?.stop().statistics ?? []
  const collected = collections.map(
    ({ beforeGC, afterGC }) => beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
  )
  const bytes = used() - usedBefore + collected.reduce((sum, one) => sum + one, 0)
  profiler = new GCProfiler()
  profiler.start()
  usedBefore = used()
  return bytes
}

process.on('message', (message) => {
  if (message !== 'allocated') globalThis.gc?.()
  process.send?.(message === 'allocated' ? allocated() : used())
})
process.channel?.unref()
