import { noInput, type Operation, type Scope } from '../../kernel/operation.ts'
import { type RefusalRule, type Rule, withFoundations } from '../../kernel/rule.ts'
import { authentication } from '../users/rules.ts'
import { head, request, sandboxFull, trailingSlash } from './rules.ts'
import { limited, limitedOnDemand as anyLimitedOnDemand, accountLimit } from './rate-limit.ts'

interface Declaration<Params, Query, Body extends object>
  extends
    Omit<
      Operation<Params, Query, Body>,
      'permission' | 'limit' | 'limitedOnDemand' | 'rules' | 'section' | 'envelope' | 'params' | 'query' | 'body'
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
  readonly limitedOnDemand?: RefusalRule
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
  scopeRule = authentication.scopes,
  scopeRefusal = authentication.scopeMissing,
  keyless,
  limitedOnDemand = anyLimitedOnDemand,
  thresholdSeconds,
  rules = {},
  params = noInput,
  query = noInput,
  body = noInput,
  envelope = 'flagged',
  ...rest
}: Declaration<unknown, unknown, object>): Operation {
  const { id, method, path, existence, otherPaths = [], stores, success } = rest
  const limit = thresholdSeconds === undefined ? undefined : { thresholdSeconds, rule: limited(id, thresholdSeconds) }
  const { bearer, keyMissing, keyUnknown, keyInQuery } = authentication
  const common = [
    ...(scope === undefined ? [] : [bearer, keyMissing, keyUnknown, keyInQuery, scopeRefusal, scopeRule]),
    ...(keyless === undefined ? [] : [keyless]),
    ...(limit === undefined ? [] : [limit.rule]),
    limitedOnDemand,
    accountLimit,
    ...([params, query, body].every((part) => part === noInput) ? [] : [request.wrongField]),
    ...(body === noInput
      ? [request.bodyIgnored]
      : [request.malformedJson, request.wrongContentType, request.emptyBody, request.tooLarge, request.nullIsAbsent]),
    request.unknownFieldIgnored,
    request.repeatedParameter,
    ...(stores === true ? [sandboxFull] : []),
    ...(success === undefined ? [] : [success]),
    ...(method === 'GET' ? [head] : []),
    trailingSlash,
    ...[rest, ...otherPaths].flatMap((each) => each.existence ?? []),
  ]
  return {
    ...rest,
    ...(existence === undefined && { section: `Endpoints › ${method} ${path}` }),
    params,
    query,
    body,
    envelope,
    limit,
    limitedOnDemand,
    permission: scope === undefined ? undefined : { scope, rule: scopeRule, refusal: scopeRefusal, keyless },
    rules: new Set([...Object.values(rules), ...common].flatMap(withFoundations)),
  }
}
