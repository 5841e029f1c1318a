/// <reference types="vite/client" />
import { showInstances } from './instances.ts'

// `vite build` leaves this out of what it makes for users.
if (import.meta.env.DEV) {
  const { addSwitches } = await import('./switches.ts')
  await addSwitches(showInstances)
}
await showInstances()
