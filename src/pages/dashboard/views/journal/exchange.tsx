import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { stubsOf } from '../../../../control/stubs.ts'
import { presentExchange } from '../../../../testing/journal/present-exchange.ts'
import { redactBody } from '../../../../testing/journal/redact.ts'
import type { Rule } from '../../../../kernel/rule.ts'
import type { RulesInForce } from '../../../../kernel/rules-in-force.ts'
import { rules as allRules } from '../../../../marketplace/routes.ts'
import { asCurl } from './as-curl.ts'
import { asScenario } from './as-scenario.ts'
import type { PageContext } from '../../page-context.ts'
import { Detail } from '../../parts/list.tsx'
import { Basis, Block, Copy } from '../../parts/text.tsx'

type ExchangeProps = {
  readonly context: PageContext
  readonly exchange: Exchange | undefined
  readonly id: string
  readonly close: string
}

/** The exchange that is open, or why there is none of that number. */
export const ExchangeView = ({ context, exchange, id, close }: ExchangeProps) => (
  <Detail label={`Exchange ${id}`} close={close}>
    {exchange === undefined ? (
      <p>{whyMissing(context, id)}</p>
    ) : (
      <ExchangeDetails context={context} exchange={exchange} />
    )}
  </Detail>
)

function whyMissing({ world: { journal } }: PageContext, id: string): string {
  if (!(Number.isInteger(Number(id)) && Number(id) > 0)) return `${id} is no number of an exchange.`
  const { lastId } = journal
  if (Number(id) <= lastId) return `The journal has no exchange ${id}: it was dropped, cleared, or is still under way.`
  return `There is no exchange ${id}: ${lastId === 0 ? 'nothing has been asked yet' : `the latest is ${lastId}`}.`
}

type DetailsProps = { readonly context: PageContext; readonly exchange: Exchange }

const ExchangeDetails = ({ context, exchange }: DetailsProps) => {
  const shown = presentExchange(exchange)
  const { id, request, response, hint, fault, stub, near_misses: nearMisses, rules } = shown
  const faults = context.world.faults.list().map((each) => each.fault)
  const activeStub = stubsOf(context.sandbox).find(({ name }) => name === stub)
  const scenario = asScenario({ ...shown, responseText: redactBody(exchange.responseBody) }, faults, activeStub)
  const whole = `GET ${context.prefix}/_sim/requests/${id} has all of it.`
  return (
    <>
      <h2>
        {request.method} {request.path}
      </h2>
      <p class="line">
        <span class={`status s${String(response.status)[0]}`}>
          {response.status === 0 ? 'no answer' : response.status}
        </span>
        <Basis basis={shown.basis} />
        <span>{shown.operation ?? 'no operation'}</span>
      </p>
      {hint !== null && <p class="hint">{hint}</p>}
      <dl class="facts">
        <dt>At</dt>
        <dd>
          {shown.at}, {shown.duration_ms} ms of the sandbox's clock
        </dd>
        <dt>Key</dt>
        <dd>
          {shown.api_key === null ? 'none' : `${shown.api_key.fingerprint} of user ${shown.user_id ?? 'unknown'}`}
        </dd>
        {stub !== undefined && (
          <>
            <dt>Stub</dt>
            <dd>{stub}</dd>
          </>
        )}
        {fault !== null && (
          <>
            <dt>Fault</dt>
            <dd>
              {fault.name}: {fault.effect}, {fault.outcome};{' '}
              {stub === undefined ? 'the operation' : 'the answer of the stub'}{' '}
              {fault.happened ? 'took place' : 'did not take place'}
            </dd>
          </>
        )}
      </dl>
      <div class="line">
        <Copy id="curl" label="As curl" text={asCurl(shown, exchange.requestBody, context.origin + context.prefix)} />
        <Copy id="scenario" label="As scenario" text={scenario.text} limits={scenario.limits} />
      </div>

      <h3>Rules ({rules.length})</h3>
      <ul class="plain rules">
        {rules.map((rule) => (
          <RuleLine id={rule} inForce={context.world.rules} />
        ))}
      </ul>

      <h3>Request</h3>
      {request.query !== '' && <Block label="Query" value={request.query} />}
      {request.body !== null && <Block label="Request body" value={request.body} rest={whole} />}
      <Headers label="Request headers" headers={request.headers} />

      <h3>Answer</h3>
      {response.body !== null && <Block label="Answer body" value={response.body} rest={whole} />}
      <Headers label="Answer headers" headers={response.headers} />

      {nearMisses.length > 0 && (
        <>
          <h3>Near misses</h3>
          <ul>
            {nearMisses.map((miss) => (
              <li>
                <b>{miss.fault ?? miss.stub}</b> would have met it but for{' '}
                {miss.missed.map(({ criterion, expected, actual }, index) => (
                  <>
                    {index > 0 && '; '}
                    <code>{criterion}</code>: expected <code>{JSON.stringify(expected)}</code>, was{' '}
                    <code>{JSON.stringify(actual) ?? 'absent'}</code>
                  </>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const ruleById: ReadonlyMap<string, Rule> = new Map(allRules.map((rule) => [rule.id, rule]))

type RuleLineProps = { readonly id: string; readonly inForce: RulesInForce }

const RuleLine = ({ id, inForce }: RuleLineProps) => {
  const declared = ruleById.get(id)
  const rule = declared && inForce.of(declared)
  return (
    <li>
      <Basis basis={rule?.basis ?? 'injected'} /> <code>{id}</code>
      {rule !== undefined && (
        <>
          <br />
          {rule.text} <span class="quiet">({rule.source})</span>
        </>
      )}
    </li>
  )
}

const Headers = ({
  label,
  headers,
}: {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
}) => (
  <details id={label.toLowerCase().replace(' ', '-')}>
    <summary>{label}</summary>
    <dl class="facts headers">
      {Object.entries(headers).map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  </details>
)
