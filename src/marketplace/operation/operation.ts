import { noInput, type Operation, type Scope } from '../../kernel/operation.ts'
import { type RefusalRule, type Rule, withFoundations } from '../../kernel/rule.ts'
import { authenticationRules } from '../users/rules.ts'
import { headRule, requestRules, sandboxFull, trailingSlash } from './rules.ts'
import { limitRule, configuredLimit as anyConfiguredLimit, accountLimit } from './rate-limit.ts'

interface Declaration<Params, Query, Body extends object>
  extends
    Omit<
      Operation<Params, Query, Body>,
      'permission' | 'limit' | 'configuredLimit' | 'rules' | 'section' | 'envelope' | 'params' | 'query' | 'body'
    >,
    Partial<Pick<Operation<Params, Query, Body>, 'envelope' | 'params' | 'query' | 'body'>> {
  /** Absent where no key is needed. */
  readonly scope?: Scope
  /** The rule that asks for the scope, where the contract names it. */
  readonly scopeRule?: Rule
  /** The rule that refuses a key without the scope, where the contract has one. */
  readonly scopeRefusal?: RefusalRule
  readonly keyless?: NonNullable<Operation['permission']>['keyless']
  /** The limiter's refusal under a threshold that a test sets, where it has a shape of its own. */
  readonly configuredLimit?: RefusalRule
  readonly thresholdSeconds?: number
  /** The rules of this operation only. */
  readonly rules?: Readonly<Record<string, Rule>>
}

/** Declares an operation; the rules that hold for every operation are added here. */
export function operation<Params, Query, Body extends object>(
  declared: Declaration<Params, Query, Body>,
): Operation<Params, Query, Body>
export function operation({
  scope,
  scopeRule = authenticationRules.scopes,
  scopeRefusal = authenticationRules.scopeMissing,
  keyless,
  configuredLimit = anyConfiguredLimit,
  thresholdSeconds,
  rules = {},
  params = noInput,
  query = noInput,
  body = noInput,
  envelope = 'flagged',
  ...rest
}: Declaration<unknown, unknown, object>): Operation {
  const { id, method, path, availability, otherPaths = [], stores, success } = rest
  const limit = thresholdSeconds === undefined ? undefined : { thresholdSeconds, rule: limitRule(id, thresholdSeconds) }
  const { bearer, keyMissing, keyUnknown, keyInQuery } = authenticationRules
  const common = [
    ...(scope === undefined ? [] : [bearer, keyMissing, keyUnknown, keyInQuery, scopeRefusal, scopeRule]),
    ...(keyless === undefined ? [] : [keyless]),
    ...(limit === undefined ? [] : [limit.rule]),
    configuredLimit,
    accountLimit,
    ...([params, query, body].every((part) => part === noInput) ? [] : [requestRules.wrongField]),
    ...(body === noInput
      ? [requestRules.bodyIgnored]
      : [
          requestRules.malformedJson,
          requestRules.wrongContentType,
          requestRules.emptyBody,
          requestRules.tooLarge,
          requestRules.nullIsAbsent,
        ]),
    requestRules.unknownFieldIgnored,
    requestRules.repeatedParameter,
    ...(stores === true ? [sandboxFull] : []),
    ...(success === undefined ? [] : [success]),
    ...(method === 'GET' ? [headRule] : []),
    trailingSlash,
    ...[rest, ...otherPaths].flatMap((each) => each.availability ?? []),
  ]
  return {
    ...rest,
    ...(availability === undefined && { section: `Endpoints › ${method} ${path}` }),
    params,
    query,
    body,
    envelope,
    limit,
    configuredLimit,
    permission: scope === undefined ? undefined : { scope, rule: scopeRule, refusal: scopeRefusal, keyless },
    rules: new Set([...Object.values(rules), ...common].flatMap(withFoundations)),
  }
}
