import { Command } from 'commander'
import { openEngine } from '../open-engine.ts'

/** `rental-sim openapi`: the description of the interface on standard output. */
export function openApiCommand(): Command {
  return new Command('openapi').description('Prints the simulated interface as OpenAPI 3.1.').action(async () => {
    const response = await openEngine().respond(new Request('http://localhost/openapi.json'))
    process.stdout.write(`${JSON.stringify(await response.json(), undefined, 2)}\n`)
  })
}
