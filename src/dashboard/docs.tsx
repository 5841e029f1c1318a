import { useEffect, useState } from 'preact/hooks'
import type { ShownRule } from '../control/rules.ts'
import { goTo, Link, useAddress } from './address.tsx'
import { type Entry, mediaOf, type NamedRule, readControlCalls, readOperations } from './api-entries.ts'
import { useCall } from './calls.ts'
import { Json } from './json.tsx'
import { Basis, Dot, Empty, hasWords, Prose, RuleFold, Search, Status, Terms, walk } from './parts.tsx'
import { fieldOf, fieldsOf, type SchemaField, typeOf } from './schema.ts'
import { SendForm } from './send-form.tsx'

/** The reference: every operation and control call, read from the two OpenAPI documents. */
export const Docs = ({ isSignedOut }: { readonly isSignedOut: boolean }) => {
  const { page } = useAddress()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  useEffect(
    () => void Promise.all([readOperations(), readControlCalls()]).then((all) => setEntries(all.flat())),
    [isSignedOut],
  )
  if (entries.length === 0) return <Empty text="Reading the descriptions…" />
  const open = entries.find(({ id }) => id === page)
  const isControl = page.startsWith('control')
  return (
    <div class="split docs-view">
      <Side entries={entries} open={page} />
      <div class="list scrolling" key={page}>
        {open !== undefined ? (
          <EntryPage entry={open} />
        ) : page === '' || page === 'control' ? (
          <Overview entries={entries.filter((entry) => entry.isControl === isControl)} isControl={isControl} />
        ) : isControl && isSignedOut ? (
          <Empty text={SIGN_IN} />
        ) : (
          <Empty text={`There is no operation "${page.slice(0, 100)}".`}>
            <Link to={{ view: 'docs', page: '' }}>All operations</Link>
          </Empty>
        )}
      </div>
    </div>
  )
}

const SIGN_IN = 'The control API needs the control token. Sign in to the dashboard to read it.'

const Side = ({ entries, open }: { readonly entries: readonly Entry[]; readonly open: string }) => {
  const [text, setText] = useState('')
  const found = entries.filter(({ id, path, summary }) => hasWords(text, `${id} ${path} ${summary}`))
  const groups = [...new Set(found.map(({ group }) => group))]
  const [first] = found
  return (
    <nav class="rail" aria-label="Operations" onKeyDown={(event) => walk(event, 'input, a')}>
      <Search
        label="Find an operation"
        data-search
        value={text}
        set={setText}
        onKeyDown={({ key }) => key === 'Enter' && first !== undefined && goTo({ view: 'docs', page: first.id })}
      />
      <Link class="item" to={{ view: 'docs', page: '' }} aria-current={open === '' ? 'true' : undefined}>
        Overview
      </Link>
      <Link class="item" to={{ view: 'docs', page: 'control' }} aria-current={open === 'control' ? 'true' : undefined}>
        Control API
      </Link>
      {groups.map((name) => (
        <section key={name} aria-label={name}>
          <p class="group">{name}</p>
          {found
            .filter(({ group }) => group === name)
            .map((entry) => (
              <Link
                class="item"
                key={entry.id}
                to={{ view: 'docs', page: entry.id }}
                aria-current={entry.id === open ? 'true' : undefined}
                title={`${entry.method} ${entry.path}`}
              >
                {entry.summary}
              </Link>
            ))}
        </section>
      ))}
    </nav>
  )
}

/** What each response says of itself. */
const HEADERS = [
  [
    'X-Sim-Basis',
    <>
      <Basis basis="documented" /> by the contract, <Basis basis="assumed" /> where it is silent,{' '}
      <Basis basis="injected" /> by a fault
    </>,
  ],
  ['X-Sim-Rules', 'the rules that shaped the response'],
  [
    'X-Sim-Exchange',
    <>
      its number in the <Link to={{ view: 'requests' }}>list of requests</Link>
    </>,
  ],
  ['Units', 'Prices are in $, sizes in GB and times in Unix seconds unless a field says otherwise.'],
] as const

const Overview = ({ entries, isControl }: { readonly entries: readonly Entry[]; readonly isControl: boolean }) => {
  const { base } = useAddress()
  return (
    <article class="prose">
      <h2>{isControl ? 'Control API' : 'Compute Rental Marketplace API, simulated'}</h2>
      <p>
        {isControl
          ? 'Calls with which a test controls this simulator and reads what happened. The simulated service has none of them.'
          : 'Each operation has a page with its fields, responses and rules, and a request that you can send.'}
      </p>
      <Terms
        class="space"
        of={[
          ['Address', <code>{`${location.origin}${base}${isControl ? '/_sim' : '/api/v0'}`}</code>],
          ...(isControl ? [] : HEADERS),
          ['OpenAPI 3.1', <a href={`${base}${isControl ? '/_sim' : ''}/openapi.json`}>openapi.json</a>],
        ]}
      />
      {entries.length === 0 && <p class="box">{SIGN_IN}</p>}
      <ul class="entries lines">
        {entries.map(({ id, method, path, summary }) => (
          <li key={id}>
            <span class="mono">{method}</span>
            <Link to={{ view: 'docs', page: id }}>{summary}</Link>
            <code class="quiet">{path}</code>
          </li>
        ))}
      </ul>
    </article>
  )
}

const EntryPage = ({ entry }: { readonly entry: Entry }) => {
  const { id, method, path, summary, description, parameters, isControl } = entry
  const body = mediaOf(entry.requestBody?.content).schema
  const rules = useCall<{ readonly rules: readonly ShownRule[] }>(isControl ? undefined : 'rules').data?.rules
  return (
    <div class="entry">
      <article class="prose">
        <header class="prose">
          <p class="quiet mono">{id}</p>
          <h2>{summary}</h2>
          <p class="mono">
            {method} {path}
          </p>
          {description !== undefined && (
            <p>
              <Prose text={description} />
            </p>
          )}
          {!isControl && (
            <p class="quiet">
              {entry['x-sim-scope'] === undefined ? 'Needs no key. ' : `Scope ${entry['x-sim-scope']}. `}
              <Link to={{ view: 'requests', query: { q: `op:${id}` } }}>See its requests</Link>
            </p>
          )}
        </header>
        {(['path', 'query'] as const).map((place) => {
          const fields = parameters
            .filter((parameter) => parameter.in === place)
            .map(({ name, schema, required, description: meaning }) => {
              const field = fieldOf(name, schema, required)
              return { ...field, description: meaning ?? field.description }
            })
          return fields.length === 0 ? null : (
            <FieldTable key={place} title={place === 'path' ? 'Path' : 'Query'} fields={fields} />
          )
        })}
        {body !== undefined && <FieldTable title={`Body: ${typeOf(body)}`} fields={fieldsOf(body)} />}
        <h3>Responses</h3>
        {Object.entries(entry.responses).map(([status, response]) => {
          const { schema, example } = mediaOf(response.content)
          const isSuccess = status.startsWith('2')
          return (
            <details key={status} open={isSuccess}>
              <summary>
                <Status status={Number(status.replaceAll('X', '0'))} />{' '}
                {isSuccess
                  ? summary
                  : (response['x-sim-rules'] ?? [])
                      .map((rule) => rule.id)
                      .slice(0, 3)
                      .join(', ') || response.description}
                {response['x-sim-basis'] !== undefined && (
                  <>
                    {' '}
                    <Dot basis={response['x-sim-basis']} />
                  </>
                )}
              </summary>
              {schema !== undefined && <FieldTable title={typeOf(schema)} fields={fieldsOf(schema)} />}
              {example !== undefined && <Json label={`Example of ${status}`} value={example} />}
              <Rules named={response['x-sim-rules'] ?? []} rules={rules} />
            </details>
          )
        })}
      </article>
      <SendForm key={id} entry={entry} />
    </div>
  )
}

const FieldTable = ({ title, fields }: { readonly title: string; readonly fields: readonly SchemaField[] }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <Fields fields={fields} within={[]} />
  </section>
)

interface FieldsProps {
  readonly fields: readonly SchemaField[]
  /** The schemas around it: one that has itself as a part is not opened twice. */
  readonly within: readonly unknown[]
}

const Fields = ({ fields, within }: FieldsProps) => (
  <ul class="schema lines">
    {fields.map((field) => (
      <FieldItem key={field.name} field={field} within={within} />
    ))}
  </ul>
)

/** A field; those within it are folded below the first level. */
const FieldItem = ({ field, within }: { readonly field: SchemaField; readonly within: readonly unknown[] }) => {
  const [isOpen, setIsOpen] = useState(within.length === 0)
  const reference = field.schema['$ref'] ?? field.schema
  const inner = within.includes(reference) ? [] : fieldsOf(field.schema)
  return (
    <li>
      <code>
        <b>{field.name}</b>
      </code>{' '}
      <span class="quiet">{field.type}</span>
      {field.isRequired && <span class="amber ink"> required</span>}
      {field.isAssumed && (
        <>
          {' '}
          <Dot basis="assumed" />
        </>
      )}
      {(field.description !== '' || field.bounds !== '') && (
        <p>
          <Prose text={field.description} /> <span class="quiet">{field.bounds}</span>
        </p>
      )}
      {inner.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>{inner.length} fields</summary>
          {isOpen && <Fields fields={inner} within={[...within, reference]} />}
        </details>
      )}
    </li>
  )
}

interface RulesProps {
  readonly named: readonly NamedRule[]
  /** With their evidence; undefined before sign-in. */
  readonly rules: readonly ShownRule[] | undefined
}

const Rules = ({ named, rules }: RulesProps) =>
  named.length === 0 ? null : (
    <section class="lines" aria-label="Rules">
      <h3>Rules</h3>
      {named.map((rule) => {
        const known = rules?.find(({ id }) => id === rule.id)
        return (
          <RuleFold
            key={rule.id}
            {...rule}
            note={rule.text}
            strength={known?.support?.strength}
            source={known?.source}
          />
        )
      })}
    </section>
  )
