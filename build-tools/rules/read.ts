import { readdirSync, readFileSync } from 'node:fs'
import { didYouMean } from '../../src/kernel/nearest.ts'
import type { DeclaredRule } from '../../src/kernel/rule.ts'
import { check } from '../../src/kernel/wire.ts'
import { DocumentError, placed, type PlacedProblem } from '../../src/testing/fixtures/problem.ts'
import { readSource, type Source } from '../../src/testing/fixtures/source.ts'
import { type RuleInYaml, rulesInYaml, type RulesInYaml } from './schema.ts'

/** The rules by their ids, in the order of the files. */
export type Catalogue = Readonly<Record<string, DeclaredRule>>

interface File {
  /** `rules/instances.yaml` */
  readonly file: string
  readonly text: string
}

/** The catalogue of this repository. */
export const readCatalogue = (folder = 'rules'): Catalogue =>
  catalogueOf(
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .toSorted()
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
  )

/** @throws DocumentError that names every problem with its file and line */
export function catalogueOf(files: readonly File[]): Catalogue {
  const read = files.map(({ file, text }) => {
    const { value, locate } = readSource(text, file)
    const { data = {}, problems } = check(rulesInYaml, value)
    return { file, rules: data, locate, problems: placed(problems, locate) }
  })
  const problems = read.flatMap((each) => [...each.problems, ...inWrongFile(each)])
  if (problems.length > 0) throw new DocumentError(problems)
  const all = new Map(read.flatMap(({ rules }) => Object.entries(rules)))
  const unfounded = read.flatMap((each) => withoutFoundation(each, all))
  if (unfounded.length > 0) throw new DocumentError(unfounded)
  return Object.fromEntries([...all].map(([id, rule]) => [id, declaredRule(rule)]))
}

interface ReadFile {
  readonly file: string
  readonly rules: RulesInYaml
  readonly locate: Source['locate']
}

function inWrongFile({ file, rules, locate }: ReadFile): readonly PlacedProblem[] {
  const resource = file.replace(/^.*\/|\.yaml$/g, '')
  return placed(
    Object.keys(rules)
      .filter((id) => !id.startsWith(`${resource}.`))
      .map((id) => ({ path: [id], message: `belongs into ${id.split('.')[0]}.yaml, as its id begins` })),
    locate,
  )
}

/** Where a rule rests on one that there is not, or on itself. */
function withoutFoundation(
  { rules, locate }: ReadFile,
  all: ReadonlyMap<string, RuleInYaml>,
): readonly PlacedProblem[] {
  const reaches = (from: string, id: string, passed: ReadonlySet<string> = new Set()): boolean =>
    from === id ||
    (!passed.has(from) && (all.get(from)?.rests_on ?? []).some((each) => reaches(each, id, new Set([...passed, from]))))
  return placed(
    Object.entries(rules).flatMap(([id, { rests_on = [] }]) =>
      rests_on.flatMap((each, index) => {
        const path = [id, 'rests_on', index]
        if (!all.has(each)) return [{ path, message: `there is no rule "${each}"${didYouMean(each, all.keys())}` }]
        return reaches(each, id) ? [{ path, message: `${each} rests on ${id}` }] : []
      }),
    ),
    locate,
  )
}

/** A rule as the program takes it: behaviours of choices have the evidence, those of others stand beside the usual one. */
function declaredRule({ refuses, rests_on: restsOn, choices, ...rule }: RuleInYaml): DeclaredRule {
  const alternatives =
    choices &&
    Object.fromEntries(Object.entries(choices).map(([name, { answers, ...each }]) => [name, { ...each, ...answers }]))
  return { ...rule, ...refuses, restsOn, alternatives }
}
