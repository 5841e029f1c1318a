import { expect, test } from 'vitest'
import { type FlowRun, type FlowSweepOptions, sweep } from '../../src/sweep.ts'
import { Launcher } from './launcher/launcher.ts'
import { NestedLauncher } from './launcher/nested.ts'

const RENTED = 12345678
const MINUTE_MS = 60_000

/** What a client of a class does in one run; its waits pass on the clock. */
type Flow = (launcher: Launcher, run: FlowRun) => Promise<unknown>

const flows: Readonly<Record<string, Flow>> = {
  'works on a machine that boots slowly': async (launcher) => {
    const before = await launcher.machines()
    const worked = await launcher.withMachine(RENTED, 'job', async (id) => {
      await launcher.sleep(5)
      expect((await launcher.machines()).find((each) => each.id === id)?.label).toBe('job')
      return id
    })
    await launcher.sleep(5)
    const left = await launcher.machines()
    expect(left.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(left.map(({ id }) => id)).not.toContain(worked)
  },
  'rents a machine and keeps it': async (launcher) => {
    const id = await launcher.rent(RENTED, 'kept')
    await launcher.sleep(5)
    expect((await launcher.machines()).find(({ label }) => label === 'kept')?.id).toBe(id)
  },
  'lists templates': async (launcher) => {
    expect(await launcher.templates()).toContain('ubuntu-ssh')
  },
}

/** The entries of a default run. */
async function entriesOf(Client: typeof Launcher, flow: Flow, options: FlowSweepOptions = {}) {
  const report = await sweep(
    (run) => {
      const sleep = (seconds: number) => run.simulator.clock.advance(seconds)
      return flow(new Client({ fetch: run.fetch, key: 'renter-key', sleep, timeoutMs: 500 }), run)
    },
    {
      jobs: 2,
      limitMs: 20_000,
      simulator: { dialect: 'observed', clock: 'frozen', scenario: 'slow-boot' },
      ...options,
    },
  )
  return report
}

const clients = [Launcher, NestedLauncher].flatMap((Client) =>
  Object.entries(flows).map(([name, flow]) => [Client.name, name, Client, flow] as const),
)

test.each(clients)(
  'a careful client gets no entry: the %s %s',
  async (_name, _flow, Client, flow) => {
    const { bad, text } = await entriesOf(Client, flow)
    expect(bad, text).toEqual([])
  },
  10 * MINUTE_MS,
)
