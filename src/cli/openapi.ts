import type { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'
import { openSimulator } from '../server/open-simulator.ts'

/** `rental-sim openapi`: the description of the interface on standard output. */
export function openApiCommand(io: CommandIo): Command {
  return new IoCommand('openapi', io).description('Prints the simulated interface as OpenAPI 3.1.').action(async () => {
    const response = await openSimulator().respond(new Request('http://localhost/openapi.json'))
    io.stdout.write(`${JSON.stringify(await response.json(), undefined, 2)}\n`)
  })
}
