import { stringify } from 'yaml'
import { printable } from '../kernel/printable.ts'
import { type RuleChoice, usualName } from '../kernel/rules-in-force.ts'
import type { RuleChoices } from '../marketplace/rule-choices.ts'
import { editorLine } from '../testing/editor-line.ts'
import { differing, lines } from './report.ts'
import type { DriftRun } from './run.ts'
import { placeText, type Verdict } from './verdicts.ts'
import { rulesWith } from './session.ts'

/**
 * A fixture with the rules under which the simulator was seen to answer as captured, each with its evidence, and comments
 * that list what no rule can express. What one exchange shows and another one contradicts is left out.
 */
export async function observedFile(run: DriftRun, source: string): Promise<string> {
  const { settings } = run
  const { verdicts } = run.report()
  let chosen = verdicts.flatMap((each) => (each.suggested === undefined ? [] : [[each, each.suggested] as const]))
  const proof = async () =>
    run.under({
      ...settings,
      chosen: [
        ...settings.chosen,
        { by: source, choices: Object.fromEntries(chosen.map(([{ about }, choice]) => [about, choice])) },
      ],
    })
  let proved = await proof()
  const contradicted = new Set(differing(proved).map(({ about }) => about))
  if (chosen.some(([{ about }]) => contradicted.has(about))) {
    chosen = chosen.filter(([{ about }]) => !contradicted.has(about))
    proved = await proof()
  }
  const inForce = rulesWith(settings, {})
  const held = proved.verdicts.flatMap((each): readonly (readonly [Verdict, RuleChoice, string])[] => {
    const { rule, about, verdict, isProved, times } = each
    const isWritten = rule?.basis !== 'assumed' || chosen.some(([other]) => other.about === about)
    if (isWritten || verdict === 'differs' || !isProved) return []
    return [[each, inForce.of(rule).choice ?? usualName(rule), `It holds: ${times} seen.`]]
  })
  const written = [...chosen.map(([each, choice]) => [each, choice, saying(each)] as const), ...held]
  const rules: Record<string, RuleChoice> = {}
  const evidence: string[] = []
  for (const [{ about, atMs }, choice, says] of written.toSorted(([a], [b]) => (a.about < b.about ? -1 : 1))) {
    const date = atMs === undefined ? null : new Date(atMs).toISOString().slice(0, 10)
    const chosenBy = { evidence: [{ kind: 'capture', source, date, says }] } as const
    rules[about] = { ...(typeof choice === 'string' ? { choice } : choice), ...chosenBy }
    const line = `${says} | capture${date === null ? '' : ` ${date}`}, ${source}`
    evidence.push(`${about}:`, `  - ${JSON.stringify(line)}`)
  }
  const left = differing(proved).flatMap((each) => lines(each).map((line) => `  ${each.about}: ${line}`))
  const comments = [
    `The rules as ${printable(source)} shows them. Add it to a fixture: --fixture default,<this file>`,
    ...(left.length === 0 ? [] : ['No rule can express:', ...left]),
    ...(evidence.length === 0
      ? []
      : ['The evidence as the catalogue of rules writes it:', ...evidence.map((line) => `  ${printable(line)}`)]),
  ]
  const head = comments.map((line) => `# ${line}\n`).join('')
  return `${editorLine('fixture')}${head}${stringify({ rules } satisfies { rules: RuleChoices }, { lineWidth: 0 })}`
}

/** What was seen instead of what the rule says, and where. */
function saying({ differences, times }: Verdict): string {
  const [first] = differences
  if (first === undefined) return `Seen so ${times} times.`
  const more = differences.length > 1 ? `, and ${differences.length - 1} more` : ''
  return `${first.where}: ${first.seen}${more} (${placeText({ ...first.at, file: '' })}).`
}
