import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contender } from '../contender.ts'

export const jsonServer: Contender = {
  name: 'json-server 1.0.0-beta.15',
  does: 'its own paths over the same rows, indented; writes its file after each POST; no key is checked',
  works: ['list', 'post', 'start'],
  packages: ['json-server@1.0.0-beta.15'],
  listPath: '/instances',
  createPath: '/templates',
  createdStatus: 201,
  command: ({ port, folder, inputs, peer }) => {
    const file = join(folder, 'db.json')
    const { instances }: { instances: unknown } = JSON.parse(inputs.list)
    writeFileSync(file, JSON.stringify({ instances, templates: [] }))
    const flags = ['--host', '127.0.0.1', '--port', String(port)]
    return { file: process.execPath, args: [join(peer('json-server'), 'lib/bin.js'), file, ...flags] }
  },
}
