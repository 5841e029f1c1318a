import type { JsonSchema } from '../../../contract/json-schema.ts'
import { Prose } from '../../dashboard/parts/prose.tsx'
import { Basis } from '../../dashboard/parts/text.tsx'
import type { ReferenceContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { Method } from '../method.tsx'
import { fieldOf, fieldsOf, typeOf } from '../schema-fields.ts'
import { Responses } from './responses.tsx'
import { effectOf, ShapingRules } from './rules.tsx'
import { Fields } from './schema.tsx'
import { Try } from './try.tsx'

type EntryProps = {
  readonly context: ReferenceContext
  readonly entry: Entry
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

/** An operation or a control call: what it takes, what it answers, why, and a request to try it with. */
export const EntryPage = (props: EntryProps) => (
  <div class="entry">
    <Head {...props} />
    <Try context={props.context} entry={props.entry} />
    <article class="described">
      <Parameters {...props} />
      <Body {...props} />
      <Responses {...props} />
      {props.entry.operation && <ShapingRules context={props.context} operation={props.entry.operation} />}
    </article>
  </div>
)

const Head = ({ context, entry }: EntryProps) => {
  const { id, method, path, summary, description, operation } = entry
  const effect = operation && effectOf(operation, context.inForce)
  return (
    <div class="entry-head">
      <p class="quiet id">{id}</p>
      <h1>{summary}</h1>
      <p class="target">
        <Method name={method} /> <code>{path}</code>
      </p>
      {effect !== undefined && (
        <p class="lead">
          <Prose text={effect} />
        </p>
      )}
      {description !== undefined && (
        <p class={effect === undefined ? undefined : 'quiet'}>
          {operation?.availability && <Basis basis="assumed" />} <Prose text={description} />
        </p>
      )}
      {operation && (
        <p class="quiet">
          {operation.permission === undefined ? (
            'Needs no key.'
          ) : (
            <>
              Scope <code>{operation.permission.scope}</code>.
            </>
          )}{' '}
          {operation.limit !== undefined && (
            <>
              At most one request in <b>{String(context.inForce.valueOf(operation.limit))} s</b> with one key.{' '}
            </>
          )}
          <a href={`${context.root}_sim/ui/journal?q=${encodeURIComponent(`op:${id}`)}`}>Its exchanges</a>
        </p>
      )}
    </div>
  )
}

const Parameters = ({ entry: { parameters }, schemas }: EntryProps) => (
  <>
    {(['path', 'query'] as const).map((place) => {
      const fields = parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema, required, description }) => ({
          ...fieldOf(name, schema, required, schemas),
          ...(description !== undefined && { description }),
        }))
      const title = place === 'path' ? 'Path' : 'Query'
      return fields.length === 0 ? null : (
        <section>
          <h2 id={place}>{title}</h2>
          <Fields label={title} fields={fields} />
        </section>
      )
    })}
  </>
)

const Body = ({ entry: { body }, schemas }: EntryProps) => {
  if (body === undefined) return null
  const fields = fieldsOf(body.schema, schemas)
  return (
    <section>
      <h2 id="takes">
        Body <span class="type">{typeOf(body.schema, schemas)}</span>
      </h2>
      <Fields label="Body" fields={fields} />
    </section>
  )
}
