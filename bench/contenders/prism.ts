import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contender } from '../contender.ts'
import { node24, packages } from './node-24.ts'

const text = { type: 'string' }

const answers = (example: unknown) => ({
  200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' }, example } } },
})

const description = (list: unknown, created: unknown) => ({
  openapi: '3.1.0',
  info: { title: 'marketplace', version: '1.0.0' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/api/v0/instances/': { get: { responses: answers(list) } },
    '/api/v0/template/': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name', 'image'], properties: { name: text, image: text } },
            },
          },
        },
        responses: answers(created),
      },
    },
  },
})

export const prism: Contender = {
  name: 'Prism 5.16.0',
  does: 'static examples of an OpenAPI description; checks that there is a bearer, and the body (Node 24)',
  works: ['list', 'post', 'start'],
  packages: ['@stoplight/prism-cli@5.16.0', ...packages],
  command: ({ port, folder, inputs, peer }) => {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(description(JSON.parse(inputs.list), JSON.parse(inputs.created))))
    const flags = ['--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'error']
    return {
      file: node24(peer),
      args: [join(peer('@stoplight/prism-cli'), 'dist/index.js'), 'mock', file, ...flags],
    }
  },
}
