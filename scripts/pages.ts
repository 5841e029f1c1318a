import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { serveCommand } from '../src/cli/serve.ts'
import { calls } from '../src/control/calls.ts'
import { strengths } from '../src/kernel/evidence.ts'
import { declaredRules, observedRules } from '../src/kernel/rules-in-force.ts'
import { collections, declarations } from '../src/marketplace/collections.ts'
import { operationsUnder, rulesUnder } from '../src/marketplace/routes.ts'
import { gpus } from '../src/marketplace/instances/gpus.ts'
import { createSimulator } from '../src/index.ts'
import { bringsText } from '../src/testing/scenarios/summary.ts'
import { byPurpose } from '../src/testing/scenarios/purposes.ts'
import { table } from './table.ts'

// The tables of hand-written pages that follow from the code, between `<!-- generated: name -->` and `<!-- end -->`.

const code = (text: string): string => `\`${text}\``
const listed = (names: readonly string[]): string => names.map(code).join(', ')

function options(): string {
  const { env, stdin, stdout, stderr } = process
  const io = {
    env,
    stdin: () => stdin,
    stdout,
    stderr,
    isOwnProcess: true,
    onStop: () => undefined,
    args: [],
    exitCode: 0,
  }
  const rows = serveCommand(io).options.map((option) => {
    const { long, envVar, defaultValueDescription, argChoices, description } = option
    const value: unknown = option.defaultValue
    const shown = typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
    const isSwitch = option.isBoolean() || option.negate
    return [
      code(long ?? ''),
      envVar === undefined ? '' : code(envVar),
      isSwitch ? '' : (defaultValueDescription ?? shown),
      `${description}${argChoices === undefined ? '' : `: ${argChoices.join(', ')}`}`,
    ]
  })
  return table(['Option', 'Variable', 'Default', 'Meaning'], rows)
}

const operations = (): string =>
  table(
    ['Operation', 'Request', 'What it does', 'Permission', 'Threshold', 'Rules'],
    operationsUnder(declaredRules).map(({ id, method, path, summary, permission, limit, rules }) => [
      code(id),
      code(`${method} ${path}`),
      summary,
      permission === undefined ? 'none' : code(permission.scope),
      limit === undefined ? '' : `${limit.value.toFixed(1)} s`,
      `[${rules.size} rules](contract.md#${id.replaceAll('.', '')})`,
    ]),
  )

/** How many operations there are, and in which dialect. */
function observedOperations(): string {
  const both = operationsUnder(declaredRules).length
  const all = operationsUnder(observedRules).length
  const where = '[observed dialect](dialects.md#operations-of-the-observed-dialect)'
  return `The real service has more operations, and public clients use them. The ${where} serves those that were seen: of the ${all} ids that types and schemas offer, the ${both} of this page belong to both dialects, the other ${all - both} to the observed one only.`
}

const inputSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) })

/** The names of what a call takes, in its body or, of a GET, in its query. */
function takenNames(schema: z.ZodType | undefined): readonly string[] {
  if (schema === undefined) return []
  return Object.keys(inputSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).properties)
}

const controlCalls = (): string =>
  table(
    ['Call', 'What it does', 'Takes'],
    calls.map(({ method, path, summary, takes, document }) => [
      code(`${method} /_sim${path.replaceAll(/:(\w+)/g, '{$1}')}`),
      summary,
      document === undefined ? listed(takenNames(takes)) : 'rows by collection',
    ]),
  )

async function scenarios(): Promise<string> {
  const simulator = createSimulator()
  const response = await simulator.fetch('/_sim/scenarios')
  const shipped = z.object({ scenarios: z.array(z.custom<Shipped>()) }).parse(await response.json())
  await simulator.close()
  const sections = byPurpose(shipped.scenarios).map(([heading, members]) => {
    const rows = members.map((scenario) => [
      code(scenario.name),
      scenario.description,
      listed(Object.entries(scenario.params).map(([name, { default: value }]) => `${name}=${value ?? ''}`)),
      bringsText(scenario)?.replace('brings its own ', '') ?? '',
    ])
    return `## ${heading}\n\n${table(['Scenario', 'What happens, and what to use it for', 'Parameters', 'Brings its own'], rows)}`
  })
  return sections.join('\n\n')
}

type Shipped = Parameters<typeof bringsText>[0]

const rowSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
})

const rowsOf = collections.map((name) => {
  const { row, references } = declarations[name]
  const { properties, required } = rowSchema.parse(z.toJSONSchema(row, { io: 'input', unrepresentable: 'any' }))
  return { name, required, references, further: Object.keys(properties).filter((each) => !required.includes(each)) }
})

const references = (): string =>
  table(
    ['Collection', 'A row must have', 'It refers to'],
    rowsOf.map(({ name, required, references }) => [
      code(name),
      listed(required),
      references.map(({ field, to }) => `${code(to)} by ${code(field)}`).join(', '),
    ]),
  )

const fields = (): string =>
  rowsOf
    .filter(({ further }) => further.length > 0)
    .map(({ name, further }) => `- ${code(name)}: ${listed(further)}`)
    .join('\n')

/** How many rules of each dialect are supported how well. */
function trust(): string {
  const supports = [declaredRules, observedRules].map((inForce) =>
    rulesUnder(inForce).map(
      (rule) => inForce.of(rule).support ?? { strength: 'documented' as const, date: null, is_old: false },
    ),
  )
  const meanings = {
    documented: 'the contract says it',
    'seen-live': 'answers of the real service that others published, or notes of several people',
    published: "the vendor's other documents, public clients, or a single note",
    judgement: 'no source: chosen here, with the reason',
  }
  return table(
    ['Support', 'Means', 'Rules, `documented`', 'Rules, `observed`', 'Of these older than a year', 'Latest'],
    (['documented', ...strengths] as const).map((strength) => {
      const [documented = [], observed = []] = supports.map((all) => all.filter((each) => each.strength === strength))
      const dates = observed.flatMap(({ date }) => date ?? []).toSorted()
      const old = observed.filter((each) => each.is_old).length
      return [
        code(strength),
        meanings[strength],
        `${documented.length}`,
        `${observed.length}`,
        dates.length === 0 ? '' : `${old}`,
        dates.at(-1) ?? '',
      ]
    }),
  )
}

const parts: Readonly<Record<string, () => string | Promise<string>>> = {
  options,
  operations,
  'operations observed': observedOperations,
  'control calls': controlCalls,
  scenarios,
  collections: references,
  fields,
  trust,
  gpus: () => listed(gpus.map(({ name }) => name)),
}

const places: Readonly<Record<string, string>> = {
  options: 'docs/options.md',
  operations: 'docs/operations.md',
  'operations observed': 'docs/operations.md',
  'control calls': 'docs/control-calls.md',
  scenarios: 'docs/scenario-list.md',
  collections: 'docs/data.md',
  fields: 'docs/data.md',
  trust: 'docs/trust.md',
  gpus: 'docs/data.md',
}

for (const [name, make] of Object.entries(parts)) {
  const file = places[name] ?? ''
  const page = readFileSync(file, 'utf8')
  const begin = `<!-- generated: ${name} -->\n`
  const before = page.indexOf(begin)
  const after = page.indexOf('\n<!-- end -->', before)
  if (before < 0 || after < 0) throw new Error(`${file} has no place for the generated part "${name}"`)
  const renewed = `${page.slice(0, before)}${begin}\n${await make()}\n${page.slice(after)}`
  if (!process.argv.includes('--check')) writeFileSync(file, renewed)
  else if (renewed !== page) {
    process.stderr.write(`${file} is stale: run npm run docs\n`)
    process.exitCode = 1
  }
}
