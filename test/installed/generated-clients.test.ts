import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { installedProject, type Project } from '../support/installed-project.ts'
import { shellBlocks } from '../support/sh.ts'

interface Described {
  readonly operationId: string
  readonly 'x-sim-operation': string
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { example: unknown }>> }>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

const commands = shellBlocks(readFileSync('docs/clients.md', 'utf8')).find(
  ({ heading }) => heading === 'Generate a client',
)?.script

let project: Project
let operations: readonly Described[]

beforeAll(async () => {
  project = await installedProject(inject('tarball'), { from: 'test/installed/clients' })
  const { code, stdout, stderr } = await project.run('bash', ['-euc', commands ?? 'false'])
  expect(code, `${stdout}\n${stderr}`).toBe(0)
  const { paths } = JSON.parse(readFileSync(join(project.folder, 'openapi.json'), 'utf8')) as OpenApi
  operations = Object.values(paths).flatMap((item) => Object.values(item))
})
afterAll(() => project?.remove())

test('the page has one line for the description and one for each client', () => {
  expect(commands?.split('\n').map((line) => line.replace('--no-install ', '').split(' ')[1])).toEqual([
    'rental-sim',
    'openapi-typescript',
    '@hey-api/openapi-ts',
    'orval',
  ])
})

/** What a call reads of an answer that refuses: the error code, or the limiter's text. */
function readOf(refusal: unknown): unknown {
  const { error, detail } = refusal as { error?: string; detail?: string }
  return error ?? detail
}

/** What every status of every operation must be read as, by operation id and status. */
const refusals = () =>
  Object.fromEntries(
    operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => status !== '200')
        .map(([status, { content }]) => [`${operationId} ${status}`, readOf(content['application/json']?.example)]),
    ),
  )

const hash = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown

/** What is read of the successes. */
const successes = {
  'networkVolumesList 200': expect.stringContaining('and size 2000') as unknown,
  'networkVolumesSearch 200': expect.stringMatching(/^\d+$/) as unknown,
  'networkVolumesUnlist 200': '7001',
  'templatesSearch 200': 'ubuntu-ssh',
  'templatesCreate 200': hash,
  'templatesEdit 200': hash,
  'templatesDelete 200': 'true',
  'instancesCreate 200': '32',
  'instancesList 200': expect.stringContaining('/') as unknown,
  'endpointGroupsUpdate 200': 'true',
  'cloudConnectionsList 200': expect.stringMatching(/\w/) as unknown,
}

/** As the description shows it: a threshold for those operations that the contract states none for. */
const limits = () => ({
  scenario: {
    name: 'every-operation-limited',
    description: 'No operation takes a second call at once.',
    rate_limit: {
      thresholds: Object.fromEntries(
        operations.flatMap((operation) => {
          const [, seconds] = /threshold=([\d.]+)/.exec(JSON.stringify(operation.responses['429'])) ?? []
          return seconds === undefined ? [] : [[operation['x-sim-operation'], Number(seconds)]]
        }),
      ),
    },
  },
})

describe('compiled as strictly as can be', () => {
  beforeAll(async () => {
    expect(await project.run('npx', ['tsc'])).toMatchObject({ code: 0, stdout: '' })
  })

  test.each(['openapi-fetch', 'hey-api', 'orval'])(
    'the client for %s makes every call and reads every refusal that the description has',
    async (client) => {
      const args = ['--port', '0', '--log', 'json', '--fixture', 'default,powerless.yaml']
      const server = project.start('node_modules/.bin/rental-sim', args)
      onTestFinished(server.end)
      const { url } = JSON.parse(await server.until(/\n/)) as { url: string }
      const { code, stdout, stderr } = await project.run('node', [
        'out/session.js',
        client,
        url,
        JSON.stringify(limits()),
      ])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toEqual({ ...refusals(), ...successes })
    },
  )
})
