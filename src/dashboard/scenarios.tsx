import { useState } from 'preact/hooks'
import type { ScenarioSummary } from '../testing/scenarios/summary.ts'
import { ActButton } from './acts.tsx'
import { readJson, useCall } from './calls.ts'
import { counted, hasWords, Input, Search } from './parts.tsx'

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
  const found = all.filter(({ name, description, purpose }) => hasWords(text, `${name} ${description} ${purpose}`))
  return (
    <section aria-labelledby="scenarios" class="scenarios pad">
      <div class="line">
        <h2 id="scenarios">Scenarios</h2>
        <Search label="Find a scenario" data-search value={text} set={setText} />
        <span class="quiet">{counted(found.length, 'scenario')}. Starting one replaces data and requests.</span>
      </div>
      {active !== null && (
        <p class="line box accent">
          <b>{active.name}</b> runs. {active.description}
          <ActButton
            text={`Stop ${active.name}`}
            done="Back to the start, without a scenario."
            route="DELETE scenario"
            undo="snapshot"
          >
            Stop
          </ActButton>
        </p>
      )}
      {GROUPS.map(([purpose, heading]) => {
        const members = found.filter((each) => each.purpose === purpose)
        return members.length === 0 ? null : (
          <section key={heading} aria-label={heading} class="lines">
            <h3>{heading}</h3>
            {members.map((scenario) => (
              <Scenario key={scenario.name} scenario={scenario} isActive={scenario.name === active?.name} />
            ))}
          </section>
        )
      })}
    </section>
  )
}

const Scenario = ({ scenario, isActive }: { readonly scenario: ScenarioSummary; readonly isActive: boolean }) => {
  const { name, description, params, brings } = scenario
  const start = isActive ? 'Restart' : 'Start'
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const values = Object.fromEntries(
    Object.entries(params).flatMap(([param, { type, default: usual }]): (readonly [string, unknown])[] => {
      const text = given[param] ?? String(usual ?? '')
      return text === '' ? [] : [[param, type === 'string' ? text : readJson<unknown>(text, text)]]
    }),
  )
  return (
    <article class="line" aria-label={name} aria-current={isActive ? 'true' : undefined}>
      <div class="grow">
        <code>{name}</code>
        <p>
          {description}
          {brings.length > 0 && <span class="quiet"> Brings its own {brings.join(' and ')}.</span>}
        </p>
      </div>
      {Object.entries(params).map(([param, { type, default: usual, description: meaning }]) => {
        const value = given[param] ?? String(usual ?? '')
        const set = (text: string): void => setGiven({ ...given, [param]: text })
        return (
          <label key={param} title={meaning}>
            <span class="block quiet small">{param}</span>
            {type === 'boolean' ? (
              <select value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
                <option>true</option>
                <option>false</option>
              </select>
            ) : (
              <Input size={8} value={value} set={set} />
            )}
          </label>
        )
      })}
      <ActButton
        title="Replaces data and requests"
        text={`${start} ${name}`}
        done={`${name} runs.`}
        route="PUT scenario"
        body={{ name, params: values }}
        undo="snapshot"
      >
        {start}
      </ActButton>
    </article>
  )
}
