import { Argument, type Command } from 'commander'
import { configDocument } from '../sandbox/config.ts'
import { documentSchema, schemaInWords } from '../testing/document-schemas.ts'
import { type DocumentKind, documentKinds, editorLine } from '../testing/editor-line.ts'
import { openSimulator } from '../server/open-simulator.ts'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'

const CONFIG = 'config'

/** `rental-sim schema`: what an editor checks fixtures and scenarios by. */
export function schemaCommand(io: CommandIo): Command {
  return new IoCommand('schema', io)
    .description('Prints the JSON Schema of a document; without a kind, the lines that tell editors where it is.')
    .addArgument(new Argument('[kind]').choices([...documentKinds, CONFIG]))
    .action((kind?: DocumentKind | typeof CONFIG) => {
      io.stdout.write(
        kind === undefined
          ? documentKinds.map((each) => `${each}:\n  ${editorLine(each)}`).join('')
          : `${JSON.stringify(kind === CONFIG ? schemaInWords(CONFIG, configDocument) : documentSchema(kind), undefined, 2)}\n`,
      )
    })
}

/** `rental-sim openapi`: the description of the interface on standard output. */
export function openApiCommand(io: CommandIo): Command {
  return new IoCommand('openapi', io).description('Prints the simulated interface as OpenAPI 3.1.').action(async () => {
    const response = await openSimulator().respond(new Request('http://localhost/openapi.json'))
    io.stdout.write(`${JSON.stringify(await response.json(), undefined, 2)}\n`)
  })
}
