import { type Contender, program } from '../contender.ts'
import { KEY } from '../inputs.ts'

export const raw: Contender = {
  name: 'raw node:http',
  does: 'reads: sends ready buffers; writes: parses, checks, answers, keeps what later requests name',
  works: ['list', 'list-real', 'post', 'start'],
  command: ({ port, inputs }) => program('raw', String(port), inputs.readyFile, KEY),
}

export const rawStringify: Contender = {
  name: 'raw node:http, JSON.stringify',
  does: 'GET: turns ready objects into JSON for each request',
  works: ['list', 'list-real'],
  command: ({ port, inputs }) => program('raw', String(port), inputs.readyFile, KEY, 'stringify'),
}
