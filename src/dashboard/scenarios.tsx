import { useState } from 'preact/hooks'
import type { ScenarioSummary } from '../testing/scenarios/summary.ts'
import { carryOut } from './acts.tsx'
import { readJson, useCall } from './calls.ts'
import { counted } from './parts.tsx'

const GROUPS: readonly (readonly [purpose: string | undefined, heading: string])[] = [
  [undefined, 'Yours'],
  ['network', 'Network and errors'],
  ['rate-limits', 'Rate limits'],
  ['permissions', 'Permissions'],
  ['refusals', 'Refusals'],
  ['data', 'Data that is gone or changes'],
  ['instances', 'Life of instances'],
]

interface Active {
  readonly name: string
  readonly description: string
}

/** Every scenario: its sentence, its parameters, and the button that starts it. */
export const Scenarios = () => {
  const [text, setText] = useState('')
  const all = useCall<{ readonly scenarios: readonly ScenarioSummary[] }>('scenarios').data?.scenarios ?? []
  const active = useCall<{ readonly active: Active | null }>('scenario').data?.active ?? null
  const words = text.toLowerCase().split(/\s+/)
  const found = all.filter(({ name, description, purpose }) =>
    words.every((word) => `${name} ${description} ${purpose ?? ''}`.toLowerCase().includes(word)),
  )
  return (
    <section aria-labelledby="scenarios" class="scenarios">
      <div class="line">
        <h2 id="scenarios">Scenarios</h2>
        <input
          type="search"
          data-search
          aria-label="Find a scenario"
          placeholder="Find a scenario"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <span class="quiet">{counted(found.length, 'scenario')}</span>
      </div>
      {active !== null && (
        <p class="line active">
          <b>{active.name}</b> runs. {active.description}
          <button
            type="button"
            onClick={() =>
              void carryOut({
                text: `Stop ${active.name}`,
                done: 'Back to the start, without a scenario.',
                route: 'DELETE scenario',
                undo: 'snapshot',
              })
            }
          >
            Stop scenario
          </button>
        </p>
      )}
      <table>
        {GROUPS.map(([purpose, heading]) => {
          const members = found.filter((each) => each.purpose === purpose)
          return members.length === 0 ? null : (
            <tbody key={heading}>
              <tr>
                <th colSpan={4} scope="rowgroup">
                  {heading}
                </th>
              </tr>
              {members.map((scenario) => (
                <Scenario key={scenario.name} scenario={scenario} isActive={scenario.name === active?.name} />
              ))}
            </tbody>
          )
        })}
      </table>
    </section>
  )
}

interface ScenarioProps {
  readonly scenario: ScenarioSummary
  readonly isActive: boolean
}

const Scenario = ({ scenario, isActive }: ScenarioProps) => {
  const { name, description, params, brings } = scenario
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const start = (): void => {
    const values = Object.fromEntries(
      Object.entries(params).flatMap(([param, declared]): (readonly [string, unknown])[] => {
        const text = given[param] ?? String(declared.default ?? '')
        return text === '' ? [] : [[param, declared.type === 'string' ? text : readJson<unknown>(text, text)]]
      }),
    )
    void carryOut({
      text: `Scenario ${name}`,
      done: `${name} runs.`,
      route: 'PUT scenario',
      body: { name, params: values },
      undo: 'snapshot',
    })
  }
  return (
    <tr class={isActive ? 'open' : undefined}>
      <th scope="row">{name}</th>
      <td>
        {description}
        {brings.length > 0 && <span class="quiet"> Brings its own {brings.join(' and ')}.</span>}
      </td>
      <td>
        {Object.entries(params).map(([param, { type, default: usual, description: meaning }]) => (
          <label key={param} title={meaning}>
            {param}{' '}
            {type === 'boolean' ? (
              <select
                value={given[param] ?? String(usual)}
                onChange={({ currentTarget }) => setGiven({ ...given, [param]: currentTarget.value })}
              >
                <option>true</option>
                <option>false</option>
              </select>
            ) : (
              <input
                size={10}
                value={given[param] ?? String(usual ?? '')}
                onInput={({ currentTarget }) => setGiven({ ...given, [param]: currentTarget.value })}
              />
            )}
          </label>
        ))}
      </td>
      <td>
        <button type="button" onClick={start}>
          {isActive ? 'Restart' : 'Start'} <span class="unseen">{name}</span>
          <span class="quiet">replaces data and requests</span>
        </button>
      </td>
    </tr>
  )
}
