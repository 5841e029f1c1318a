import { join } from 'node:path'
import { type Contender, program, type Site } from '../contender.ts'
import { KEY } from '../inputs.ts'
import { node24, packages } from './node-24.ts'

const command = ({ port, inputs, peer }: Site, ...more: readonly string[]) => {
  const module = join(peer('emulate'), 'dist/api.js')
  return { ...program('emulate', String(port), inputs.listFile, KEY, module, ...more), file: node24(peer) }
}

export const emulate: Contender = {
  name: 'emulate 0.12.2',
  does: 'a custom emulator with the same rows, as it comes: no request log (Node 24)',
  works: ['list', 'post', 'start'],
  packages: ['emulate@0.12.2', ...packages],
  command: (site) => command(site),
}

export const emulateInspector: Contender = {
  ...emulate,
  name: 'emulate 0.12.2, inspector',
  does: 'the same with its request log on (Node 24)',
  works: ['list', 'post'],
  command: (site) => command(site, 'inspector'),
}
