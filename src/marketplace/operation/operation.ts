import { noInput, type Operation, type Scope } from '../../kernel/operation.ts'
import { type RefusalRule, type Rule, type RuleWithValue, withFoundations } from '../../kernel/rule.ts'
import { authentication } from '../users/rules.ts'
import { head, limited, limitedOnDemand as anyLimitedOnDemand, request, sandboxFull, trailingSlash } from './rules.ts'

interface Declaration<Params, Query, Body extends object> extends Omit<
  Operation<Params, Query, Body>,
  'permission' | 'limit' | 'limitedOnDemand' | 'rules'
> {
  /** Absent where no key is needed. */
  readonly scope?: Scope
  /** The rule that asks for the scope, where the contract names it. */
  readonly scopeRule?: Rule
  /** The rule that refuses a key without the scope, where the contract has one. */
  readonly scopeRefusal?: RefusalRule
  /** The limiter's refusal under a threshold that a test sets, where it has a shape of its own. */
  readonly limitedOnDemand?: RefusalRule
  readonly thresholdSeconds?: number
  /** The rules of this operation only. */
  readonly rules: Readonly<Record<string, Rule>>
}

/** Declares an operation; the rules that hold for every operation are added here. */
export function operation<Params, Query, Body extends object>(
  declared: Declaration<Params, Query, Body>,
): Operation<Params, Query, Body> {
  const {
    scope,
    scopeRule = authentication.scopes,
    scopeRefusal = authentication.scopeMissing,
    limitedOnDemand = anyLimitedOnDemand,
    thresholdSeconds,
    rules,
    ...rest
  } = declared
  const limit: { thresholdSeconds: number; rule: RefusalRule & RuleWithValue<number> } | undefined =
    thresholdSeconds === undefined ? undefined : { thresholdSeconds, rule: limited(declared.id, thresholdSeconds) }
  const common = [
    ...(scope === undefined
      ? []
      : [
          authentication.bearer,
          authentication.keyMissing,
          authentication.keyUnknown,
          authentication.keyInQuery,
          scopeRefusal,
          scopeRule,
        ]),
    ...(limit === undefined ? [] : [limit.rule]),
    limitedOnDemand,
    ...([declared.params, declared.query, declared.body].every((part) => part === noInput) ? [] : [request.wrongField]),
    ...(declared.body === noInput
      ? [request.bodyIgnored]
      : [request.malformedJson, request.wrongContentType, request.emptyBody, request.tooLarge, request.nullIsAbsent]),
    request.unknownFieldIgnored,
    request.repeatedParameter,
    ...(declared.stores === true ? [sandboxFull] : []),
    ...(declared.success === undefined ? [] : [declared.success]),
    ...(declared.method === 'GET' ? [head] : []),
    trailingSlash,
    ...[declared, ...(declared.otherPaths ?? [])].flatMap(({ existence }) =>
      existence === undefined ? [] : [existence],
    ),
  ]
  return {
    ...rest,
    limit,
    limitedOnDemand,
    permission: scope === undefined ? undefined : { scope, rule: scopeRule, refusal: scopeRefusal },
    rules: new Set([...Object.values(rules), ...common].flatMap(withFoundations)),
  }
}
