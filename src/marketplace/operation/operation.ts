import { noInput, type Operation, type Scope } from '../../kernel/operation.ts'
import { type RefusalRule, type Rule, withFoundations } from '../../kernel/rule.ts'
import { catalogue, rulesNamed } from '../catalogue.ts'
import type { RuleGroup, RuleId } from '../catalogue-types.ts'

export interface Declaration<Params, Query, Body extends object>
  extends
    Omit<
      Operation<Params, Query, Body>,
      'permission' | 'configuredLimit' | 'rules' | 'section' | 'envelope' | 'params' | 'query' | 'body'
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
  /** Its rules, besides those that every operation has. */
  readonly rules?: readonly (RuleId | RuleGroup)[]
}

const authentication = rulesNamed([
  'authentication.bearer-key',
  'authentication.key-missing',
  'authentication.key-unknown',
  'authentication.key-in-query',
])

/** Declares an operation; the rules that hold for every operation are added here. */
export function declareOperation<Params, Query, Body extends object>(
  declared: Declaration<Params, Query, Body>,
): Operation<Params, Query, Body>
export function declareOperation({
  scope,
  scopeRule = catalogue['authentication.scopes'],
  scopeRefusal = catalogue['authentication.scope-missing'],
  keyless,
  configuredLimit = catalogue['rate-limit.configured'],
  limit,
  rules = [],
  params = noInput,
  query = noInput,
  body = noInput,
  envelope = 'flagged',
  ...rest
}: Declaration<unknown, unknown, object>): Operation {
  const { method, path, availability, otherPaths = [], stores, success } = rest
  const common = [
    ...(scope === undefined ? [] : [...authentication, scopeRefusal, scopeRule]),
    ...(keyless === undefined ? [] : [keyless]),
    ...(limit === undefined ? [] : [limit]),
    configuredLimit,
    catalogue['rate-limit.per-account'],
    ...([params, query, body].every((part) => part === noInput) ? [] : [catalogue['request.wrong-field']]),
    ...(body === noInput
      ? [catalogue['request.body-ignored']]
      : [
          catalogue['request.malformed-json'],
          catalogue['request.wrong-content-type'],
          catalogue['request.empty-body'],
          catalogue['request.too-large'],
          catalogue['request.null-is-absent'],
        ]),
    catalogue['request.unknown-field-ignored'],
    catalogue['request.repeated-parameter'],
    ...(stores === true ? [catalogue['service.sandbox-full']] : []),
    ...(success === undefined ? [] : [success]),
    ...(method === 'GET' ? [catalogue['request.head']] : []),
    catalogue['routing.trailing-slash'],
    ...[rest, ...otherPaths].flatMap((each) => each.availability ?? []),
  ]
  // The rule of its limit stands among those of the limiter.
  const own = rulesNamed(rules).filter((rule) => rule !== limit)
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
    rules: new Set([...own, ...common].flatMap(withFoundations)),
  }
}
