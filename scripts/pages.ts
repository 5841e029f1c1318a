import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { serveCommand } from '../src/cli/serve.ts'
import { calls } from '../src/control/calls.ts'
import { strengths } from '../src/kernel/evidence.ts'
import type { Rule } from '../src/kernel/rule.ts'
import { alternativesOf, declaredRules, observedRules, usualName } from '../src/kernel/rules-in-force.ts'
import { collections, declarations } from '../src/marketplace/collections.ts'
import { operationsUnder, rules, rulesUnder } from '../src/marketplace/routes.ts'
import { createSimulator } from '../src/index.ts'
import { byPurpose, type ScenarioSummary } from '../src/testing/scenarios/summary.ts'
import { type PlayedRequest, playClients } from '../test/clients/play.ts'
import { playMostSent } from '../test/clients/most-sent.ts'
import { fidelity, figure } from './fidelity.ts'
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

/** The operations that only the observed dialect has. */
function observedOperations(): string {
  const documented = new Set(operationsUnder(declaredRules).map(({ id }) => id))
  const further = operationsUnder(observedRules).flatMap(({ id }) => (documented.has(id) ? [] : [id]))
  return `The real service has more operations, and public clients use them. The dialect [\`observed\`](dialects.md) serves ${further.length} of them too, as \`/docs\` and \`/openapi.json\` of a server in that dialect describe: ${listed(further)}.`
}

const choicesAt = (rule: Rule): readonly string[] => [
  ...new Set([usualName(rule), ...Object.keys(alternativesOf(rule))]),
]

/** The rules at which the observed dialect chooses otherwise. */
const observedChoices = (): string =>
  rules
    .flatMap((rule) => {
      const { id, observed } = rule
      return observed === undefined || observed === usualName(rule) ? [] : [code(`${id}=${observed}`)]
    })
    .join(', ')

/** The rules that have a choice which neither dialect makes. */
function furtherChoices(): string {
  const further = rules.flatMap((rule) => {
    const names = choicesAt(rule).filter((name) => name !== usualName(rule) && name !== rule.observed)
    return names.length === 0 ? [] : [code(`${rule.id}=${names.join('|')}`)]
  })
  return further.join(', ')
}

const played = await playClients()

const isWhole = ({ msg, lacking }: PlayedRequest): boolean => msg === '' && lacking.length === 0

/** How many requests of a client are served, and how. */
const clientRow = (name: string, all: readonly PlayedRequest[]): readonly string[] => {
  const counts = [
    all.length,
    all.filter(isWhole).length,
    all.filter(({ lacking }) => lacking.length > 0).length,
    all.filter(({ hasStub }) => hasStub).length,
    all.filter(({ msg, hasStub }) => msg !== '' && !hasStub).length,
  ]
  return [name, ...counts.map(String)]
}

/** What public clients get, each in a separate world. */
function publicClients(): string {
  const clients = [...new Set(played.map(({ client }) => client))]
  return table(
    ['Client', 'Requests', 'Served whole', 'A field is missing', 'Unknown: a stub to paste', 'Refused'],
    [
      ...clients.map((name) =>
        clientRow(
          name,
          played.filter(({ client }) => client === name),
        ),
      ),
      clientRow('All', played),
    ],
  )
}

/** What public clients do not get, and why. */
function clientRefusals(): string {
  const lines = played
    .filter((each) => !isWhole(each) && !each.hasStub)
    .map(
      ({ client, request, msg, lacking, why }) =>
        `- ${client}, \`${request}\`: ${msg === '' ? `without ${lacking.join(', ')}` : msg} (${why})`,
    )
  return [...new Set(lines)].join('\n')
}

const controlCalls = (): string =>
  table(
    ['Call', 'What it does'],
    calls.map(({ method, path, summary }) => [code(`${method} /_sim${path.replaceAll(/:(\w+)/g, '{$1}')}`), summary]),
  )

async function scenarios(): Promise<string> {
  const simulator = createSimulator()
  const response = await simulator.fetch('/_sim/scenarios')
  const shipped = z.object({ scenarios: z.array(z.custom<ScenarioSummary>()) }).parse(await response.json())
  await simulator.close()
  const sections = byPurpose(shipped.scenarios).map(([heading, members]) => {
    const lines = members.map(({ name, params, description }) => {
      const written = Object.entries(params).map(([param, { default: value }]) => ` \`${param}=${value ?? ''}\``)
      return `- **${code(name)}**${written.join('')}: ${/^.*?[.](?= |$)/.exec(description)?.[0] ?? description}`
    })
    return `## ${heading}\n\n${lines.join('\n')}`
  })
  return sections.join('\n\n')
}

const rowSchema = z.looseObject({ required: z.array(z.string()).default([]) })

const rowsOf = collections.map((name) => {
  const { row, references } = declarations[name]
  const { required } = rowSchema.parse(z.toJSONSchema(row, { io: 'input', unrepresentable: 'any' }))
  return { name, required, references }
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
    ['Support', 'Means', 'Rules by default', 'With `--dialect observed`', 'Of these older than a year', 'Latest'],
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

/** Which of the requests that are sent most rest on our judgement. */
async function judged(): Promise<string> {
  const dialects = ['documented', 'observed'] as const
  const rows = await Promise.all(
    dialects.map(async (dialect) =>
      (await playMostSent(dialect)).flatMap(({ method, path, judged }) =>
        judged.map(({ id, capture = '' }) => [code(dialect), code(`${method} /api/v0/${path}`), code(id), capture]),
      ),
    ),
  )
  return table(['Dialect', 'Request', 'Rule by judgement', 'A capture would have to show'], rows.flat())
}

const parts: Readonly<Record<string, () => string | Promise<string>>> = {
  options,
  operations,
  'operations observed': observedOperations,
  'observed choices': observedChoices,
  'further choices': furtherChoices,
  'public clients': publicClients,
  'client refusals': clientRefusals,
  'control calls': controlCalls,
  scenarios,
  collections: references,
  figure,
  fidelity,
  trust,
  judged,
}

const places: Readonly<Record<string, string>> = {
  options: 'docs/options.md',
  operations: 'docs/operations.md',
  'operations observed': 'docs/operations.md',
  'observed choices': 'docs/dialects.md',
  'further choices': 'docs/dialects.md',
  'public clients': 'docs/dialects.md',
  'client refusals': 'docs/dialects.md',
  'control calls': 'docs/control-calls.md',
  scenarios: 'docs/scenario-list.md',
  collections: 'docs/data.md',
  figure: 'README.md',
  fidelity: 'docs/trust.md',
  trust: 'docs/trust.md',
  judged: 'docs/trust.md',
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
