import { test as base } from '@playwright/test'
import { createSimulator, type SimulatedSandbox, type Simulator } from 'rental-sim'

interface WorkerFixtures {
  /** A simulator for each worker, on a free port. */
  readonly server: { readonly simulator: Simulator; readonly url: string }
}

interface TestFixtures {
  /** A sandbox for each test, which answers what the page asks of the marketplace. */
  readonly sim: SimulatedSandbox
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const simulator = createSimulator({ clock: 'frozen' })
      await use({ simulator, url: await simulator.listen() })
      await simulator.close()
    },
    { scope: 'worker' },
  ],
  sim: [
    async ({ server: { simulator, url }, page }, use, info) => {
      const sim = simulator.sandbox(`test-${info.testId}-${info.retry}`)
      await page.route('**/api/v0/**', (route, request) => {
        const { pathname, search } = new URL(request.url())
        const headers = { ...request.headers(), authorization: 'Bearer renter-key' }
        return route.continue({ url: `${url}/~${sim.name}${pathname}${search}`, headers })
      })
      await use(sim)
      if (info.status !== info.expectedStatus)
        await info.attach('rental-sim', { body: accountOf(sim).join('\n'), contentType: 'text/plain' })
      simulator.drop(sim.name)
    },
    { auto: true },
  ],
})

/** What a sandbox holds, answered last and found. */
const accountOf = ({ faults, journal, findings }: SimulatedSandbox): readonly string[] => [
  ...faults.held().map(({ method, path, fault, until }) => `${method} ${path} is held by ${fault} until ${until}`),
  ...journal
    .list({ limit: 5 })
    .map(
      ({ request, response, fault, hint }) =>
        `${request.method} ${request.path} answered ${response.status || 'nothing'}: ${fault === null ? (hint ?? 'no hint') : `fault ${fault.name}`}`,
    ),
  ...findings().map(({ kind, text, advice }) => `${kind}: ${text}. ${advice}`),
]

export { expect } from '@playwright/test'
