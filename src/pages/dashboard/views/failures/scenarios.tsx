import { bringsText, type ScenarioSummary } from '../../../../testing/scenarios/summary.ts'
import { byPurpose } from '../../../../testing/scenarios/purposes.ts'
import { activeScenario } from '../../../../control/scenario.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { Search } from '../../parts/fields.tsx'
import { counted } from '../../parts/format.ts'
import { Block } from '../../parts/text.tsx'

/** Every scenario with its description and parameters. Starting one resets the sandbox, and leads to its empty journal. */
export const Scenarios = ({ context }: { readonly context: PageContext }) => {
  const active = activeScenario(context.sandbox)
  const text = context.query['text'] ?? ''
  const found = context.options.documents
    .scenarios()
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(text.toLowerCase()))
  return (
    <section aria-labelledby="scenarios">
      <h2 id="scenarios">Scenarios</h2>
      <section aria-label="Active scenario" class="panel">
        {active === null ? (
          <p>No scenario is active.</p>
        ) : (
          <>
            <p>
              <b>{active.name}</b> is active. {active.description}
            </p>
            {Object.keys(active.params).length > 0 && <Block label="Parameters" value={active.params} />}
            <form data-call="DELETE scenario" data-done="Back to the start, without a scenario." data-undo="">
              <button class="danger">Stop scenario</button>
            </form>
          </>
        )}
      </section>
      <Search
        action={pageUrl(context, 'faults')}
        label="Scenarios"
        text={text}
        placeholder="Find in names and descriptions"
      />
      <p class="quiet">
        {counted(found.length, 'scenario', 'scenarios')}. Starting one replaces data, faults and journal; the clock goes
        on.
      </p>
      {byPurpose(found).map(([purpose, members]) => (
        <details
          class="purpose"
          open={text !== '' || members.some(({ name }) => name === active?.name)}
          id={idOf(purpose)}
        >
          <summary>
            <b>{purpose}</b> <span class="badge">{members.length}</span>
          </summary>
          <ul class="cards scenarios plain">
            {members.map((scenario) => (
              <Card scenario={scenario} isActive={scenario.name === active?.name} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

const idOf = (purpose: string): string => `purpose-${purpose.toLowerCase().replaceAll(' ', '-')}`

const Card = ({ scenario, isActive }: { readonly scenario: ScenarioSummary; readonly isActive: boolean }) => {
  const { name, description, params, provider_states: states } = scenario
  const start = isActive ? 'Restart' : 'Start'
  const brought = bringsText(scenario)
  return (
    <li id={`scenario-${name}`} class={isActive ? 'card open' : 'card'}>
      <form data-call="PUT scenario" data-done={`${name} is active.`} data-undo="" data-then="journal">
        <h3>{name}</h3>
        <p>{description}</p>
        {brought !== undefined && <p class="quiet">It {brought}.</p>}
        {states.length > 0 && (
          <p class="quiet">
            Pact {states.length === 1 ? 'state' : 'states'}: {states.map((state) => `"${state}"`).join(', ')}
          </p>
        )}
        <input type="hidden" name="name" value={name} />
        {Object.entries(params).map(([param, declared]) => (
          <label class="param">
            {param}
            {declared.type === 'boolean' ? (
              <select name={`params.${param}`} id={`param-${name}-${param}`} data-type="boolean">
                {['true', 'false'].map((value) => (
                  <option value={value} selected={value === String(declared.default)}>
                    {value}
                  </option>
                ))}
              </select>
            ) : (
              <input
                name={`params.${param}`}
                id={`param-${name}-${param}`}
                data-type={declared.type}
                value={String(declared.default ?? '')}
                required={declared.default === undefined}
              />
            )}
            {declared.description !== undefined && <span class="quiet">{declared.description}</span>}
          </label>
        ))}
        <button aria-label={`${start} ${name}`}>{start}</button>
      </form>
    </li>
  )
}
