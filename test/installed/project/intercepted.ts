import { setupServer } from 'msw/node'
import { createSimulator } from 'rental-sim'
import { handlers } from 'rental-sim/msw'

const sim = createSimulator({ clock: 'frozen' })
const server = setupServer(...handlers(sim, { baseUrl: 'https://compute.example' }))
server.listen()

const list = async (signal: AbortSignal | null = null): Promise<string> => {
  const response = await fetch('https://compute.example/api/v0/instances/', {
    headers: { Authorization: 'Bearer renter-key' },
    signal,
  })
  return `${response.status} ${response.headers.get('x-sim-basis')}`
}

const answered = await list()
sim.scenario('connection-reset')
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'no error')
const lost = await list().catch(nameOf)
sim.scenario(null)
sim.faults.add({ name: 'hangs', match: { operation: 'instances.list' }, effect: { hang: true } })
const client = new AbortController()
const asked = list(client.signal).catch(nameOf)
client.abort()
const aborted = await asked
server.close()
console.log(JSON.stringify({ answered, lost, aborted }))
