import { parse } from 'yaml'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endWhatTestsStart, run } from '../support/run-cli.ts'
import { gitlabJobs, workflow } from '../support/workflow.ts'

endWhatTestsStart()

const helpOf = async (command: string): Promise<string> => (await run([command, '--help'])).stdout

test.each([
  { title: 'GitHub, exec', commands: () => workflow('exec').commands },
  { title: 'GitHub, container', commands: () => workflow('container').commands },
  { title: 'GitLab', commands: () => Object.values(gitlabJobs()).flatMap(({ script }) => script) },
])('the example for $title uses options that the command has', async ({ commands }) => {
  const calls = commands().flatMap((command) => [
    ...command.matchAll(/(?:npx --no-install|docker exec "\$SIMULATOR") rental-sim ([a-z]+) (.*?)(?: -- |>>|$)/g),
  ])
  expect(calls.length).toBe(1)
  for (const [, command = '', options = ''] of calls) {
    const named = options.match(/--[a-z-]+/g) ?? []
    const help = await helpOf(command)
    expect(help).toContain(`Usage: rental-sim ${command} `)
    expect(named.length).toBeGreaterThan(1)
    for (const option of named) expect(help).toMatch(new RegExp(`^ +${option}[ .,]`, 'm'))
  }
})

test('the job of GitLab with a service sets variables that serve reads, and finds it by its alias', async () => {
  const { services, variables } = gitlabJobs()['with-a-service']
  const help = (await helpOf('serve')).replaceAll(/\s+/g, ' ')
  const [service] = services
  for (const name of Object.keys(service?.variables ?? {})) expect(help).toContain(`env: ${name})`)
  const port = /default: (\d+), env: RENTAL_SIM_PORT/.exec(help)?.[1]
  expect(variables).toEqual({ RENTAL_SIM_URL: `http://${service?.alias}:${port}`, RENTAL_SIM_API_KEY: 'renter-key' })
})

test('the workflow with a container sets variables that serve reads, and asks for the health that the image knows', async () => {
  const { service, env } = workflow('container')
  const help = (await helpOf('serve')).replaceAll(/\s+/g, ' ')
  const set = Object.keys(service?.env ?? {})
  expect(set).toEqual(['RENTAL_SIM_CLOCK', 'RENTAL_SIM_SEED'])
  for (const name of set) expect(help).toContain(`env: ${name})`)
  expect(service?.options).toMatch(/^--health-cmd "rental-sim health" --health-interval \d+s --health-retries \d+$/)
  expect(await helpOf('health')).toContain('Usage: rental-sim health ')
  expect((await helpOf('report')).replaceAll(/\s+/g, ' ')).toContain('env: RENTAL_SIM_URL)')

  const port = /default: (\d+), env: RENTAL_SIM_PORT/.exec(help)?.[1]
  expect({ ports: service?.ports, env }).toEqual({
    ports: [`127.0.0.1:${port}:${port}`],
    env: { RENTAL_SIM_URL: `http://127.0.0.1:${port}`, RENTAL_SIM_API_KEY: 'renter-key' },
  })
  const { users } = parse(readFileSync('fixtures/default.yaml', 'utf8')) as { users: { api_keys: { key: string }[] }[] }
  expect(users.flatMap(({ api_keys }) => api_keys.map(({ key }) => key))).toContain(env['RENTAL_SIM_API_KEY'])
})

test('compose.yaml passes every option on, except those that differ in a container', async () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as {
    services: Record<string, { environment: string[]; mem_limit: string }>
  }
  const help = (await helpOf('serve')).replaceAll(/\s+/g, ' ')
  const variables = [...help.matchAll(/env: (RENTAL_SIM_\w+)\)/g)].map(([, name = '']) => name).toSorted()
  const { environment = [], mem_limit } = services['rental-sim'] ?? {}
  expect(environment.length).toBeGreaterThan(15)
  expect([...environment, 'RENTAL_SIM_HOST', 'RENTAL_SIM_LIBRARY', 'RENTAL_SIM_PORT'].toSorted()).toEqual(variables)
  expect(mem_limit).toMatch(/^\d+m$/)
})

test.each(['exec', 'container'] as const)('the workflow %s names its actions by their commits', (name) => {
  const { actions } = workflow(name)
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40}$/.test(action))).toEqual([])
})
