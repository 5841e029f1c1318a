import { describeEvidence } from '../../../kernel/evidence.ts'
import { isChoice, isRefusal, type Rule } from '../../../kernel/rule.ts'
import { alternativesOf } from '../../../kernel/rules-in-force.ts'
import { operations, rules } from '../../../marketplace/routes.ts'
import { Prose } from '../../dashboard/parts/prose.tsx'
import { docsUrl, type ReferenceContext } from '../context.ts'
import { Method } from '../method.tsx'

/** What the observed dialect does otherwise, and what it serves besides. */
export const Dialects = ({ context }: { readonly context: ReferenceContext }) => {
  const differing = rules.filter(({ observed }) => observed !== undefined)
  const existences = new Set<Rule>(operations.flatMap(({ existence }) => existence ?? []))
  const further = operations.filter(({ existence }) => existence !== undefined)
  return (
    <article class="prose wide">
      <h1>What the dialects do differently</h1>
      <p class="lead">
        <b>documented</b> is what the contract says, and the best guess where it is silent. <b>observed</b> is, besides,
        what clients of the public service were seen to rely on. This sandbox has the dialect{' '}
        <b>{context.world.rules.dialect}</b>;{' '}
        <a href={docsUrl(context, 'control.post-reset')}>
          <code>POST /_sim/reset</code>
        </a>{' '}
        chooses another.
      </p>
      <h2>Answered otherwise</h2>
      <div class="scroller" tabindex={0} role="group" aria-label="Rules that differ">
        <table class="differs">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Documented</th>
              <th scope="col">Observed</th>
            </tr>
          </thead>
          <tbody>
            {differing
              .filter((rule) => !existences.has(rule))
              .map((rule) => (
                <Difference context={context} rule={rule} />
              ))}
          </tbody>
        </table>
      </div>
      <h2>Served in the observed dialect only</h2>
      <ul class="plain further">
        {further.map(({ id, method, path, summary, existence }) => (
          <li>
            <Method name={method} /> <a href={docsUrl(context, id, 'observed')}>{summary}</a> <code>{path}</code>
            <p class="quiet">
              <Prose text={describeEvidence(existence?.alternatives.served.evidence ?? [])} />
            </p>
          </li>
        ))}
      </ul>
    </article>
  )
}

const Difference = ({ context, rule }: { readonly context: ReferenceContext; readonly rule: Rule }) => {
  const { id, observed = '' } = rule
  const other = alternativesOf(rule)[observed]
  const usual = isChoice(rule) ? (rule.alternatives[rule.usual]?.text ?? '') : rule.text
  const [first, ...more] = operations.filter((operation) => operation.rules.has(rule))
  return (
    <tr id={id}>
      <th scope="row">
        {first === undefined ? (
          <code>{id}</code>
        ) : (
          <a href={`${docsUrl(context, first.id, 'observed')}#${id}`}>
            <code>{id}</code>
          </a>
        )}
        {more.length > 0 && <p class="quiet">{more.length + 1} operations</p>}
      </th>
      <td data-label="Documented">
        <Prose text={usual} /> <Outcome form={rule} />
      </td>
      <td data-label="Observed">
        <Prose text={other?.text ?? ''} /> <Outcome form={{ ...rule, ...other }} />
        <p class="quiet">
          <Prose text={describeEvidence(other?.evidence ?? [])} />
        </p>
      </td>
    </tr>
  )
}

const Outcome = ({ form }: { readonly form: Rule }) =>
  isRefusal(form) ? (
    <code>
      {form.status} {form.error}
    </code>
  ) : null
