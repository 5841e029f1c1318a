import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCatalogue } from '../../build-tools/rules/read.ts'
import { rulesSchema } from '../../build-tools/rules/schema.ts'
import { catalogueTypes } from '../../build-tools/rules/types.ts'
import { contractPage } from '../../scripts/contract-page.ts'
import { createSimulator } from '../../src/index.ts'
import { configDocument } from '../../src/sandbox/config.ts'
import { documentSchema, schemaInWords } from '../../src/testing/document-schemas.ts'
import { documentKinds } from '../../src/testing/editor-line.ts'

const { fetch } = createSimulator()
const response = async (path: string): Promise<unknown> => (await fetch(path)).json()
const indented = (value: unknown, indent: number) => `${JSON.stringify(value, undefined, indent)}\n`

test.each<readonly [file: string, text: () => string | Promise<string>]>([
  ['docs/openapi.json', async () => indented(await response('/openapi.json'), 1)],
  ['docs/control.openapi.json', async () => indented(await response('/_sim/openapi.json'), 1)],
  ['docs/contract.md', () => contractPage()],
  ['src/marketplace/catalogue-types.ts', () => catalogueTypes(readCatalogue())],
  ['schemas/rules.schema.json', () => indented(rulesSchema(), 2)],
  ['schemas/config.schema.json', () => indented(schemaInWords('config', configDocument), 2)],
  ...documentKinds.map((kind) => [`schemas/${kind}.schema.json`, () => indented(documentSchema(kind), 2)] as const),
])('%s is what npm run docs writes', async (file, text) => {
  expect((await text()).split('\n')).toEqual(readFileSync(file, 'utf8').split('\n'))
})

test.each(['documented', 'observed'] as const)(
  'no description in the document of the dialect %s is empty',
  async (dialect) => {
    const described = await (await createSimulator({ dialect }).fetch('/openapi.json')).text()
    expect(described).toMatch(/"description":\s*"[A-Z]/)
    expect(described).not.toMatch(/"description":\s*""/)
  },
)
