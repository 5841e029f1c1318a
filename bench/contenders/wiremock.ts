import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contender } from '../contender.ts'

const stub = (method: string, urlPath: string, body: string) => ({
  request: { method, urlPath, headers: { Authorization: { contains: 'Bearer ' } } },
  response: { status: 200, headers: { 'Content-Type': 'application/json' }, body },
})

export const wiremock: Contender = {
  name: 'WireMock 3.13.2',
  does: 'prepared answers, checks that there is a bearer, journal of 1,000 (Java)',
  works: ['list', 'post', 'start'],
  packages: ['wiremock@3.13.2'],
  command: ({ port, folder, inputs, peer }) => {
    mkdirSync(join(folder, 'mappings'))
    const mappings = [stub('GET', '/api/v0/instances/', inputs.list), stub('POST', '/api/v0/template/', inputs.created)]
    writeFileSync(join(folder, 'mappings/all.json'), JSON.stringify({ mappings }))
    const flags = ['--bind-address', '127.0.0.1', '--root-dir', folder, '--max-request-journal-entries', '1000']
    return {
      file: 'java',
      args: ['-jar', join(peer('wiremock'), 'build/wiremock-standalone-3.13.2.jar'), '--port', String(port), ...flags],
    }
  },
}
