import { Json } from '../../dashboard/parts/json.tsx'
import { Basis } from '../../dashboard/parts/text.tsx'
import type { JsonSchema } from '../../../contract/json-schema.ts'
import type { ReferenceContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { fieldsOf, typeOf } from '../schema-fields.ts'
import { RuleList, refusalsWith } from './rules.tsx'
import { Fields } from './schema.tsx'

type ResponsesProps = {
  readonly context: ReferenceContext
  readonly entry: Entry
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

type ResponseProps = ResponsesProps & { readonly response: Entry['responses'][number] }

/** What is answered, by status: refusals with the rules that refuse. */
export const Responses = (props: ResponsesProps) => (
  <section>
    <h2 id="answers">Answers</h2>
    {props.entry.responses.map((response) => (
      <Response {...props} response={response} />
    ))}
  </section>
)

const Response = (props: ResponseProps) => {
  const { status, basis } = props.response
  const isSuccess = status.startsWith('2')
  return (
    <details class="response" id={`status-${status}`} open={isSuccess}>
      <summary>
        <b class={`status s${status.slice(0, 1)}`}>{status}</b> <span class="codes">{titleOf(props)}</span>
        {basis !== undefined && <Basis basis={basis} />}
      </summary>
      <div>{isSuccess ? <Success {...props} /> : <Refusal {...props} />}</div>
    </details>
  )
}

/** The codes of refusals, or what a success is. */
function titleOf({ context: { inForce }, entry: { operation }, response, schemas }: ResponseProps): string {
  if (operation === undefined) return response.status.startsWith('2') ? 'Done' : 'Refused: nothing has changed'
  if (response.status.startsWith('2')) return typeOf(response.schema, schemas)
  const codes = refusalsWith(operation, response.status, inForce).map((rule) => inForce.of(rule).error)
  return [...new Set(codes)].join(', ')
}

const Success = ({ entry, response, schemas }: ResponseProps) => {
  const fields = fieldsOf(response.schema, schemas)
  if (fields.length > 0) return <Fields label={`Fields of the answer ${response.status}`} fields={fields} />
  return <p class="quiet">{entry.operation === undefined ? 'Send it to see what it answers.' : response.description}</p>
}

const Refusal = ({ context, entry: { operation }, response, schemas }: ResponseProps) => (
  <>
    {operation === undefined ? (
      <>
        <p>{response.description}</p>
        <Fields label="Fields of the refusal" fields={fieldsOf(response.schema, schemas)} />
      </>
    ) : (
      <RuleList context={context} rules={refusalsWith(operation, response.status, context.inForce)} />
    )}
    {response.example !== undefined && (
      <Json label={`Example of ${response.status}`} value={response.example} whole={`${context.root}openapi.json`} />
    )}
  </>
)
