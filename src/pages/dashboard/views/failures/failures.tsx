import { faultsOf } from '../../../../control/faults.ts'
import { stubsOf } from '../../../../control/stubs.ts'
import { operationsUnder } from '../../../../marketplace/routes.ts'
import type { ShownFault, ShownStub } from '../../../../testing/faults/present.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { counted } from '../../parts/format.ts'
import { ListLink } from '../../parts/list.tsx'
import { Matrix } from '../../parts/matrix.tsx'
import { Cell } from './cell.tsx'
import { documentOf, isOfBoard, kinds, leftOf, spanOf, spans } from './cells.ts'
import { effectInWords, matchInWords, whenInWords } from './fault-words.ts'
import { Scenarios } from './scenarios.tsx'

/** A switch for each operation and kind of failure; below it what else is active, and the scenarios. */
export const Failures = ({ context }: { readonly context: PageContext }) => {
  const faults = faultsOf(context.sandbox)
  const { delays } = context.world
  return (
    <>
      <Board context={context} faults={faults} />
      {delays.size > 0 && (
        <p>
          {counted(delays.size, 'request is', 'requests are')} held: until the fault is switched off, or the clock has
          passed its latency_ms. A hang without latency_ms ends with its fault only.
        </p>
      )}
      <section class="panel" aria-label="Active">
        <h2>Active</h2>
        {faults.length === 0 && stubsOf(context.sandbox).length === 0 && (
          <p>No faults: every answer is the simulated service's own.</p>
        )}
        <ul class="plain active">
          {faults.map((fault) => (
            <Fault context={context} fault={fault} />
          ))}
          {stubsOf(context.sandbox).map((stub) => (
            <Stub stub={stub} />
          ))}
        </ul>
        <ul class="plain active" id="switched-off" data-keep aria-label="Switched off in this tab" />
        <div class="line">
          {faults.length > 0 && (
            <form data-call="DELETE faults" data-done="Deleted all faults; what they held goes on." data-undo="">
              <button class="danger">Delete all faults</button>
            </form>
          )}
        </div>
        <details id="fault-as-json">
          <summary>Add a fault as JSON</summary>
          <JsonForm id="fault-json" text={JSON.stringify(example, null, 2)} button="Add" />
        </details>
      </section>
      <Scenarios context={context} />
    </>
  )
}

const example = {
  name: 'every-third',
  match: { operation: 'templates.search' },
  when: { every: 3 },
  effect: { status: 500 },
}

type BoardProps = { readonly context: PageContext; readonly faults: readonly ShownFault[] }

const Board = ({ context, faults }: BoardProps) => {
  const span = spanOf(context.query['next'])
  const inForce = context.world.rules
  const to = (next: string) => pageUrl(context, 'faults', { next: next === '1' ? undefined : next })
  return (
    <section aria-label="Board">
      <div class="line">
        <nav class="tabs" aria-label="How often">
          {spans.map((each) => (
            <ListLink href={to(each)} isCurrent={each === span}>
              {each === 'always' ? 'always' : `next ${each}`}
            </ListLink>
          ))}
        </nav>
        <form class="line" action={pageUrl(context, 'faults')} data-soft>
          <label>
            next <input name="next" inputmode="numeric" size={4} required pattern="[1-9][0-9]{0,3}" id="next-n" />
          </label>
          <button>Choose</button>
        </form>
        <span class="quiet">A click fails the next requests so; another click switches it off.</span>
      </div>
      <Matrix
        label="Operations and kinds of failure"
        kind="board"
        columns={kinds.map(({ label }) => label)}
        rows={operationsUnder(inForce).map((operation) => ({
          id: `board-${operation.id}`,
          name: operation.id,
          cells: kinds.map((kind) => {
            const effect = kind.effect(operation, inForce)
            return effect && <Cell operation={operation.id} kind={kind} effect={effect} span={span} faults={faults} />
          }),
        }))}
      />
    </section>
  )
}

type FaultProps = { readonly context: PageContext; readonly fault: ShownFault }

const Fault = ({ context, fault }: FaultProps) => {
  const { name, match, when, effect, matched, fired, must_fire } = fault
  const text = documentOf(fault)
  const left = leftOf(fault)
  return (
    <li id={`fault-${name}`}>
      <div class="line">
        <b>{name}</b>
        <span class="what">
          {matchInWords(match)} {effectInWords(effect)}, {whenInWords(when)}
          {left !== undefined && ` (${left} left)`}
        </span>
        <span class="quiet">
          matched {matched}, fired{' '}
          {fired === 0 ? fired : <a href={pageUrl(context, 'journal', { text: name })}>{fired}</a>}
          {must_fire && fired === 0 && <span class="warn"> must fire</span>}
        </span>
        <form
          data-call={`DELETE faults/${name}`}
          data-done={`Switched off ${name}; what it held goes on.`}
          data-undo={text === undefined ? '' : 'POST faults'}
          data-undo-body={text}
        >
          <button class="danger" aria-label={`Switch off ${name}`}>
            Switch off
          </button>
        </form>
      </div>
      {!isOfBoard(fault) && text !== undefined && (
        <details id={`edit-${name}`}>
          <summary>Edit</summary>
          <JsonForm id={`fault-json-${name}`} text={JSON.stringify(JSON.parse(text), null, 2)} button="Save" />
        </details>
      )}
    </li>
  )
}

type JsonFormProps = { readonly id: string; readonly text: string; readonly button: string }

const JsonForm = ({ id, text, button }: JsonFormProps) => (
  <form data-call="POST faults" data-done="The fault is active." class="edit">
    <label for={id}>One fault as a scenario writes it: name, match, when, effect, must_fire</label>
    <textarea id={id} name="." data-type="json" rows={8} spellcheck={false}>
      {text}
    </textarea>
    <button>{button}</button>
  </form>
)

const Stub = ({ stub: { name, match, answer, matched } }: { readonly stub: ShownStub }) => (
  <li id={`stub-${name}`} class="line">
    <b>{name}</b>
    <span class="what">
      stub: {matchInWords(match)} gets <code>{JSON.stringify(answer)}</code>
    </span>
    <span class="quiet">answered {matched}</span>
    <form data-call={`DELETE stubs/${name}`} data-done={`Deleted ${name}.`} data-undo="">
      <button class="danger" aria-label={`Delete ${name}`}>
        Delete
      </button>
    </form>
  </li>
)
