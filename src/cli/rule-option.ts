import { InvalidArgumentError } from 'commander'
import { parseJson } from '../kernel/parse-json.ts'
import { check, problemText } from '../kernel/wire.ts'
import { type RuleChoices, ruleChoices } from '../marketplace/rule-choices.ts'
import { hasValue, isRefusal } from '../kernel/rule.ts'
import { rulesById } from '../marketplace/rule-id.ts'

/** `id=choice`, or several, separated by commas, added to those that were given before. */
export function moreRules(text: string, before: RuleChoices = {}): RuleChoices {
  const given = text.split(/,(?![^{]*\})/).map((each) => choiceIn(each.trim()))
  const { data, problems } = check(ruleChoices, Object.fromEntries(given))
  if (data === undefined) throw new InvalidArgumentError(problems.map(problemText).join('; '))
  return { ...before, ...data }
}

function choiceIn(text: string): readonly [id: string, choice: unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError(`"${text}" is not of the form <rule id>=<choice>.`)
  const id = text.slice(0, at)
  return [id, read(id, text.slice(at + 1))]
}

/** A number is a status where the rule refuses, and its value elsewhere. */
function read(id: string, choice: string): unknown {
  if (choice.startsWith('{')) {
    const written = parseJson(choice)
    if (written === undefined) throw new InvalidArgumentError(`${choice} is not JSON.`)
    return written
  }
  const [, number, code] = /^(\d+(?:\.\d+)?)(?::(.+))?$/.exec(choice) ?? []
  if (number === undefined) return choice
  const rule = rulesById.get(id)
  if (rule === undefined) return choice
  if (isRefusal(rule) && !hasValue(rule)) return { status: Number(number), code }
  return { value: Number(number) }
}
