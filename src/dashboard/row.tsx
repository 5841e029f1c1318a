import { useEffect, useRef, useState } from 'preact/hooks'
import type { RowDetails, ShownField } from '../control/shown-rows.ts'
import { Button, carryOut, say } from './acts.tsx'
import { goTo, Link } from './address.tsx'
import { useCall } from './calls.ts'
import { type Draft, hasDraft, keepDraft, readDraft } from './drafts.ts'
import { counted, Detail, grouped, Input, spaced, TextArea, timeOf } from './parts.tsx'

interface RowProps {
  readonly collection: string
  readonly id: string
}

/** The row that is open: its history, and its fields to edit. */
export const RowDetail = (props: RowProps) => (props.id === 'new' ? <NewRow {...props} /> : <KnownRow {...props} />)

const KnownRow = ({ collection, id }: RowProps) => {
  const { data, error } = useCall<RowDetails>(`state/${collection}/${encodeURIComponent(id)}/details`)
  const known = useRef<RowDetails | undefined>(undefined)
  known.current = data ?? known.current
  const details = known.current
  const save = async (patch: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const before = Object.fromEntries(Object.keys(patch).map((name) => [name, details?.row[name] ?? null]))
    const done = await carryOut({
      text: `Edit ${collection} ${id}`,
      done: `${collection} ${id} saved.`,
      route: `PATCH state/${collection}/${id}`,
      body: patch,
      undo: { route: `PATCH state/${collection}/${id}`, body: before },
    })
    return done !== undefined
  }
  const remove = async (): Promise<void> => {
    const done = await carryOut({
      text: `Delete ${collection} ${id}`,
      done: `Deleted ${collection} ${id}.`,
      route: `DELETE state/${collection}/${id}`,
      undo: 'snapshot',
    })
    if (done !== undefined) goTo({ view: 'data', query: { row: undefined } })
  }
  return (
    <Detail
      kind="Row"
      label={`${collection} ${id}`}
      title={
        <h2 class="grow">
          {spaced(collection)} {id}
        </h2>
      }
      lost={error && `${error.message}${details === undefined ? '' : ' This is what it was.'}`}
    >
      {details !== undefined && (
        <>
          <History details={details} />
          {details.boot !== null && (
            <p class="line small quiet">
              <progress max={1} value={details.boot.progress} aria-label="Boot" /> {details.boot.text}
            </p>
          )}
          <Fields collection={collection} id={id} details={details} save={save} button="Save" />
          <p class="space">
            <Button class="bare" onClick={() => void remove()}>
              Delete this row
            </Button>
          </p>
        </>
      )}
    </Detail>
  )
}

const History = ({ details: { history } }: { readonly details: RowDetails }) =>
  history.length === 0 ? (
    <p class="quiet space">Unchanged.</p>
  ) : (
    <ul class="space">
      {history.slice(-8).map(({ at, text, request }, index) => (
        <li key={index}>
          {text} {request !== null && <Link to={{ view: 'requests', query: { request } }}>{`#${request}`}</Link>}{' '}
          {at !== null && (
            <time class="quiet" dateTime={at}>
              {timeOf(at)}
            </time>
          )}
        </li>
      ))}
    </ul>
  )

const NewRow = ({ collection }: { readonly collection: string }) => {
  const data = useCall<{ readonly fields: readonly ShownField[]; readonly next_id: number }>(
    `state/${collection}/fields`,
  ).data
  const add = async (fields: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const id = Number(fields['id'] ?? data?.next_id)
    const done = await carryOut<{ readonly added: { readonly id: number } }>({
      text: `Add ${collection} ${id}`,
      done: `Added ${collection} ${id}.`,
      route: `POST state/${collection}`,
      body: fields,
      undo: { route: `DELETE state/${collection}/${id}` },
    })
    if (done !== undefined) goTo({ view: 'data', query: { row: done.added.id } })
    return done !== undefined
  }
  return (
    <Detail kind="Row" label={`New row of ${collection}`} title={<h2 class="grow">New row of {spaced(collection)}</h2>}>
      {data !== undefined && (
        <>
          <p class="quiet">The id will be {data.next_id} unless you give one.</p>
          <Fields
            collection={collection}
            id="new"
            details={{ row: {}, generated: {}, fields: data.fields }}
            save={add}
            button="Add"
          />
        </>
      )}
    </Detail>
  )
}

interface FieldsProps extends RowProps {
  readonly details: Pick<RowDetails, 'row' | 'generated' | 'fields'>
  /** @returns whether it was done */
  readonly save: (patch: Readonly<Record<string, unknown>>) => Promise<boolean>
  readonly button: string
}

/** The fields of a row. What is typed is a draft until it is saved: it stays when another row or view is opened. */
const Fields = ({ collection, id, details: { row, generated, fields }, save, button }: FieldsProps) => {
  const [draft, setDraft] = useState<Draft>(() => readDraft(collection, id))
  const [problem, setProblem] = useState<string>()
  const change = (next: Draft): void => {
    setDraft(next)
    keepDraft(collection, id, next)
  }
  useEffect(
    () => () => {
      if (hasDraft(collection, id)) say(`What you typed in ${collection} ${id} is kept as a draft.`)
    },
    [],
  )
  const edited = Object.keys(draft)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      const patch = Object.fromEntries(
        fields.flatMap((field) => {
          const text = draft[field.name]
          return text === undefined ? [] : [[field.name, valueOf(text, field)]]
        }),
      )
      setProblem(undefined)
      if (await save(patch)) change({})
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const input = (field: ShownField) => (
    <Field
      key={field.name}
      field={field}
      written={row[field.name]}
      generated={generated[field.name]}
      draft={draft[field.name]}
      change={(text) => {
        const { [field.name]: _, ...others } = draft
        change(
          text === undefined || (text === textOf(row[field.name]) && text !== '')
            ? others
            : { ...others, [field.name]: text },
        )
      }}
    />
  )
  const isSet = ({ name }: ShownField): boolean => row[name] !== undefined || draft[name] !== undefined
  const isSeen = (field: ShownField): boolean => isSet(field) || field.required
  const own = fields.filter((field) => isSeen(field) && (id === 'new' || field.name !== 'id'))
  const others = fields.filter((field) => !isSeen(field) && field.name !== 'id')
  return (
    <form onSubmit={(event) => void submit(event)}>
      {own.map(input)}
      {others.length > 0 && (
        <details>
          <summary>{counted(others.length, 'more field')} that it does not set</summary>
          {others.map(input)}
        </details>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {(edited.length > 0 || id === 'new') && (
        <p class="line save">
          <button type="submit" class="filled accent">
            {button} {edited.length > 0 && counted(edited.length, id === 'new' ? 'field' : 'change')}
          </button>
          <Button onClick={() => change({})}>Discard</Button>
        </p>
      )}
    </form>
  )
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** What a text means in a field; null unsets it. @throws Error for what is not of its kind */
function valueOf(text: string, { kind, name }: ShownField): unknown {
  if (text === '') return null
  if (kind === 'text') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${name}: write ${kind === 'number' ? 'a number' : kind === 'boolean' ? 'true or false' : 'JSON'}.`)
  }
}

const LONG_TEXT = 48
/** Longer values are shown once somebody asks for them. */
const MAX_TEXT = 2000

interface FieldProps {
  readonly field: ShownField
  readonly written: unknown
  readonly generated: unknown
  readonly draft: string | undefined
  /** Undefined takes back what was typed. */
  readonly change: (text: string | undefined) => void
}

const Field = ({
  field: { name, kind, values, description, required },
  written,
  generated,
  draft,
  change,
}: FieldProps) => {
  const [isWhole, setIsWhole] = useState(false)
  const text = draft ?? textOf(written)
  const hint = generated === undefined ? (required ? 'required' : 'not set') : textOf(generated).slice(0, 100)
  const known = kind === 'boolean' ? ['true', 'false'] : values
  const props = { id: `field-${name}`, 'aria-label': name }
  const isLong = kind === 'json' || text.length > LONG_TEXT || text.includes('\n')
  return (
    <div class={draft === undefined ? 'field' : 'field amber'}>
      <label class="mono cut quiet" for={`field-${name}`} title={description}>
        {name}
      </label>
      {text.length > MAX_TEXT && !isWhole && draft === undefined ? (
        <Button id={`field-${name}`} onClick={() => setIsWhole(true)}>
          {grouped(text.length)} characters: edit
        </Button>
      ) : known !== undefined ? (
        <select {...props} value={text} onChange={({ currentTarget }) => change(currentTarget.value)}>
          <option value="">{generated === undefined ? hint : `${hint} (generated)`}</option>
          {known.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : isLong ? (
        <TextArea {...props} rows={text.length > LONG_TEXT ? 3 : 1} placeholder={hint} value={text} set={change} />
      ) : (
        <Input
          {...props}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          placeholder={hint}
          value={text}
          set={change}
        />
      )}
    </div>
  )
}
