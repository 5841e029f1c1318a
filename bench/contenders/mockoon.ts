import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contender } from '../contender.ts'

const route = (method: string, endpoint: string, body: string) => ({
  uuid: `00000000-0000-4000-8000-${method.padEnd(12, '0').replaceAll(/[^0-9a-f]/g, '0')}`,
  type: 'http',
  method,
  endpoint,
  responses: [
    {
      uuid: `00000000-0000-4000-9000-${method.padEnd(12, '0').replaceAll(/[^0-9a-f]/g, '0')}`,
      body,
      statusCode: 200,
      headers: [{ key: 'Content-Type', value: 'application/json' }],
      bodyType: 'INLINE',
      disableTemplating: true,
      default: true,
    },
  ],
})

export const mockoon: Contender = {
  name: 'Mockoon 9.9.0',
  does: 'prepared answers, templating off; no key is checked',
  works: ['list', 'post', 'start'],
  packages: ['@mockoon/cli@9.9.0'],
  command: ({ port, folder, inputs, peer }) => {
    const file = join(folder, 'environment.json')
    const environment = {
      uuid: '00000000-0000-4000-8000-000000000000',
      lastMigration: 33,
      name: 'marketplace',
      port,
      hostname: '127.0.0.1',
      routes: [route('get', 'api/v0/instances/', inputs.list), route('post', 'api/v0/template/', inputs.created)],
      rootChildren: [],
    }
    writeFileSync(file, JSON.stringify(environment))
    const flags = ['--repair', '--disable-log-to-file', '--disable-admin-api', '--hostname', '127.0.0.1']
    return {
      file: process.execPath,
      args: [join(peer('@mockoon/cli'), 'bin/run.js'), 'start', '--data', file, '--port', String(port), ...flags],
    }
  },
}
