import { InvalidArgumentError } from 'commander'
import { parseJson } from '../kernel/parse-json.ts'
import { check, problemText } from '../kernel/wire.ts'
import { type RuleChoices, ruleChoices } from '../marketplace/rule-choices.ts'

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
  return [text.slice(0, at), read(text.slice(at + 1))]
}

/** A choice, also within quotes that no shell took away; `404:code` is a status with its code. */
function read(text: string): unknown {
  const choice = /^(["'])(.*)\1$/.exec(text)?.[2] ?? text
  if (choice.startsWith('{')) {
    const written = parseJson(choice)
    if (written === undefined) throw new InvalidArgumentError(`${choice} is not JSON.`)
    return written
  }
  const [, number, code] = /^(\d+(?:\.\d+)?)(?::(.+))?$/.exec(choice) ?? []
  if (number === undefined) return choice
  return code === undefined ? Number(number) : { status: Number(number), code }
}
