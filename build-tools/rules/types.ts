import type { DeclaredRule, RuleValue } from '../../src/kernel/rule.ts'
import type { Catalogue } from './read.ts'

const literal = (value: string): string => `'${value}'`
const union = (names: readonly string[]): string => names.map(literal).join(' | ')

function valueType(value: RuleValue, among: DeclaredRule['among']): string {
  if (typeof value !== 'object') return typeof value
  const parts = Object.entries(value).map(([name, each]) => {
    const texts = among?.[name]
    return `readonly ${name}: ${texts === undefined ? typeof each : union(texts)}`
  })
  return `{ ${parts.join('; ')} }`
}

function typeOf({ usual, status, value, among, alternatives }: DeclaredRule): string {
  const names = union(Object.keys(alternatives ?? {}))
  if (usual !== undefined) return `Choice<${names}>`
  const type =
    value === undefined
      ? status === undefined
        ? 'Rule'
        : 'RefusalRule'
      : `${status === undefined ? 'RuleWithValue' : 'RefusalWithValue'}<${valueType(value, among)}>`
  return names === '' ? type : type === 'Rule' ? `RuleWithForms<${names}>` : `${type} & RuleWithForms<${names}>`
}

/** The text of src/marketplace/catalogue-types.ts: the ids of the catalogue, with what code may ask of each rule. */
export const catalogueTypes = (catalogue: Catalogue): string =>
  [
    '// Written by `npm run docs` from rules/*.yaml; do not edit.',
    "import type { Choice, RefusalRule, RefusalWithValue, Rule, RuleWithForms, RuleWithValue } from '../kernel/rule.ts'",
    '',
    '/** The rules by their ids. */',
    'export interface Catalogue {',
    ...Object.entries(catalogue).map(([id, rule]) => `  readonly '${id}': ${typeOf(rule)}`),
    '}',
    '',
    '/** The id of a rule. */',
    'export type RuleId = keyof Catalogue',
    '',
    'type GroupOf<Id> = Id extends `${infer Resource}.${infer Part}.${string}` ? `${Resource}.${Part}.*` : never',
    '',
    '/** All rules whose ids begin so. */',
    'export type RuleGroup = GroupOf<RuleId>',
    '',
  ].join('\n')
