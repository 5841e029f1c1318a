import { type Contender, program } from '../contender.ts'
import { KEY } from '../inputs.ts'

export const hono: Contender = {
  name: 'Hono, plain c.json',
  does: 'checks the key in one middleware; no journal, no rules',
  works: ['list', 'list-real', 'post', 'start'],
  command: ({ port, inputs }) => program('hono', String(port), inputs.listFile, KEY),
}
