import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contender } from '../contender.ts'
import { freePort } from '../process.ts'

const stub = (method: string, path: string, body: string) => ({
  predicates: [{ equals: { method, path } }],
  responses: [{ is: { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body } }],
})

export const mountebank: Contender = {
  name: 'mountebank 2.9.1',
  does: 'prepared answers; no key is checked',
  works: ['list', 'post', 'start'],
  packages: ['mountebank@2.9.1'],
  command: async ({ port, folder, inputs, peer }) => {
    const file = join(folder, 'imposters.json')
    const stubs = [stub('GET', '/api/v0/instances/', inputs.list), stub('POST', '/api/v0/template/', inputs.created)]
    writeFileSync(file, JSON.stringify({ imposters: [{ protocol: 'http', port, host: '127.0.0.1', stubs }] }))
    const flags = ['--host', '127.0.0.1', '--port', String(await freePort()), '--nologfile', '--loglevel', 'error']
    return {
      file: process.execPath,
      args: [
        join(peer('mountebank'), 'bin/mb'),
        'start',
        '--configfile',
        file,
        '--noParse',
        '--pidfile',
        join(folder, 'pid'),
        ...flags,
      ],
    }
  },
}
