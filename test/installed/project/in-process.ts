import { createSimulator, DocumentError, type Simulator, type SimulatorOptions, SteeringError } from 'rental-sim'

const options: SimulatorOptions = { clock: 'frozen', scenario: 'flaky-listing' }
await using sim: Simulator = createSimulator(options)
const headers = { Authorization: 'Bearer renter-key' }

const failed: Response = await sim.fetch('/api/v0/instances/', { headers })
const { happened } = await sim.clock.advance(60)
const url = await sim.listen()
sim.scenario(null)
const answered = await fetch(`${url}/api/v0/instances/`, { headers })

const refused = [() => createSimulator({ fixture: 'nowhere' }), () => sim.faults.remove('nowhere')].map((act) => {
  try {
    act()
    return 'nothing'
  } catch (error) {
    return error instanceof DocumentError || error instanceof SteeringError ? error.constructor.name : String(error)
  }
})

console.log(
  JSON.stringify({
    inProcess: { status: failed.status, basis: failed.headers.get('x-sim-basis') },
    happened,
    overHttp: { status: answered.status, body: await answered.json() },
    refused,
    verified: sim.journal.verify({ operation: 'instances.list' }, { eq: 1 }).verified,
  }),
)
