import { setupServer } from 'msw/node'
import { createSimulator } from 'rental-sim'
import { handlers } from 'rental-sim/msw'

const sim = createSimulator({ clock: 'frozen' })
const server = setupServer(...handlers(sim, { baseUrl: 'https://compute.example' }))
server.listen({ onUnhandledRequest: 'error' })

const list = async (): Promise<string> => {
  const response = await fetch('https://compute.example/api/v0/instances/', {
    headers: { Authorization: 'Bearer renter-key' },
  })
  return `${response.status} ${response.headers.get('x-sim-basis')}`
}

const answered = await list()
sim.scenario('connection-reset')
const lost = await list().catch((error: unknown) => (error instanceof Error ? error.name : 'no error'))
server.close()
console.log(JSON.stringify({ answered, lost, received: sim.journal.list().length }))
