import { createSimulator } from 'rental-sim'

/** What this file uses of a service worker's scope; the library of its types cannot stand beside the one of pages. */
interface WorkerScope {
  readonly skipWaiting: () => Promise<void>
  readonly clients: { readonly claim: () => Promise<void> }
  readonly addEventListener: (type: string, listener: (event: WorkerEvent) => void) => void
}

interface WorkerEvent {
  readonly message?: string
  readonly reason?: unknown
  readonly request: Request
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly respondWith: (answer: Promise<Response>) => void
}

const scope = globalThis as unknown as WorkerScope
const sim = createSimulator({ clock: 'frozen' })

// An error that is not caught in a worker reaches no console that a test can read.
scope.addEventListener('error', ({ message }) => console.error(message))
scope.addEventListener('unhandledrejection', ({ reason }) => console.error(reason))

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (/^\/(api\/v0|_sim)\//.test(pathname)) event.respondWith(sim.fetch(event.request))
})
