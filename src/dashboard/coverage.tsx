import type { MappedRule, RuleMap } from '../control/rules.ts'
import type { ShownSweep, SweepTrial } from '../control/shown-sweep.ts'
import { Button } from './acts.tsx'
import { goTo, Link, useAddress } from './address.tsx'
import { useCall } from './calls.ts'
import { basisInWords, Chip, Empty, grouped } from './parts.tsx'
import { RuleDetail } from './rule.tsx'
import { TrialDetail } from './trial.tsx'

const FILTERS = [
  ['all', 'All'],
  ['uncovered', 'Not covered'],
  ['failed', 'Failed in the sweep'],
] as const

/** One map: a row for each operation, a square for each of its rules, and beside them the trials of a sweep. */
export const Coverage = () => {
  const { query } = useAddress()
  const { rule, trial, only = 'all' } = query
  const { data: map } = useCall<RuleMap>('coverage/map')
  const sweep = useCall<ShownSweep | null>('sweep').data ?? undefined
  const rules = map?.operations.flatMap((each) => each.rules) ?? []
  const counts = { all: 0, uncovered: rules.filter(({ hits }) => hits === 0).length, failed: sweep?.bad.flat().length }
  return (
    <div class="split">
      <section class="list" aria-label="Map">
        {map !== undefined && (
          <div class="line wide pad">
            <Meter name="documented" good={map.documented.touched} total={map.documented.total} />
            <Meter name="assumed" good={map.assumed.touched} total={map.assumed.total} />
            {sweep !== undefined && (
              <Meter name="resilience" good={sweep.resilience.good} total={sweep.resilience.total} />
            )}
            <p class="quiet">
              {grouped(map.injected)} by faults, {grouped(map.unmatched)} to unknown paths
            </p>
          </div>
        )}
        {sweep !== undefined && <Progress sweep={sweep} />}
        <div class="line toolbar">
          {FILTERS.map(
            ([filter, words]) =>
              counts[filter] !== undefined && (
                <Chip
                  key={filter}
                  isOn={only === filter}
                  onClick={() => goTo({ view: 'coverage', query: { only: filter } })}
                  count={counts[filter]}
                >
                  {words}
                </Chip>
              ),
          )}
          <span class="grow" />
          <NextUncovered rules={rules} current={rule} />
        </div>
        {map === undefined ? null : (
          <div class="scrolling pad" tabindex={0} role="group" aria-label="Rules by operation">
            <Legend hasSweep={sweep !== undefined} />
            <Rows map={map} sweep={sweep} only={only} />
          </div>
        )}
      </section>
      {rule !== undefined && <RuleDetail key={rule} id={rule} />}
      {rule === undefined && trial !== undefined && <TrialDetail key={trial} number={trial} />}
    </div>
  )
}

const TONES: Readonly<Record<string, string>> = { documented: 'green', assumed: 'assumed', resilience: 'accent' }

const Meter = ({ name, good, total }: { readonly name: string; readonly good: number; readonly total: number }) => (
  <div class={`meter ${TONES[name]}`}>
    <p>
      <b>{Math.floor((100 * good) / Math.max(1, total))}%</b> {name}{' '}
      <span class="quiet">
        {good} of {total}
      </span>
    </p>
    <progress max={Math.max(1, total)} value={good} aria-label={name} />
  </div>
)

const Progress = ({ sweep: { command, phase, trials, bad, seconds_left: left } }: { readonly sweep: ShownSweep }) => {
  const over = trials.filter(({ state }) => state === 'over').length
  const words = {
    baseline: 'Runs the tests without any fault first.',
    trials: `${over} of ${trials.length} trials, ${bad.flat().length} bad${left === null ? '' : `, ${left < 90 ? `${Math.ceil(left)} s` : `${Math.round(left / 60)} min`} left`}`,
    over: `Done: ${trials.length} trials, ${bad.flat().length} bad`,
    stopped: `Stopped: ${over} of ${trials.length} trials, ${bad.flat().length} bad`,
  } as const
  return (
    <p class="line wide pad">
      <code>{command}</code> <span role="status">{words[phase]}</span>
      {phase === 'trials' && (
        <progress max={Math.max(1, trials.length)} value={over} aria-label="Trials that are over" />
      )}
    </p>
  )
}

const Legend = ({ hasSweep }: { readonly hasSweep: boolean }) => (
  <p class="line small quiet legend" aria-hidden="true">
    <i class="square documented hit" /> documented <i class="square assumed hit" /> assumed{' '}
    <i class="square documented" /> not covered
    {hasSweep && (
      <>
        <i class="square trial green" /> good <i class="square trial amber" /> bad <i class="square trial red" /> worst
      </>
    )}
  </p>
)

interface RowsProps {
  readonly map: RuleMap
  readonly sweep: ShownSweep | undefined
  readonly only: string
}

const Rows = ({ map, sweep, only }: RowsProps) => {
  const bad = new Set(sweep?.bad.flat())
  const isShownTrial = ({ number }: SweepTrial): boolean => only === 'all' || (only === 'failed' && bad.has(number))
  const isShownRule = ({ hits }: MappedRule): boolean => only === 'all' || (only === 'uncovered' && hits === 0)
  const rows = map.operations.map(({ id, method, path, calls, injected, rules }) => ({
    id,
    title: method === null ? '' : `${method} ${path}`,
    calls,
    injected,
    rules: rules.filter(isShownRule),
    trials: sweep?.trials.filter((trial) => trial.operation === id && isShownTrial(trial)) ?? [],
  }))
  const shown = rows.filter(({ rules, trials }) => rules.length + trials.length > 0)
  if (shown.length === 0) return <Empty text={only === 'failed' ? 'No trial failed.' : 'Every rule is covered.'} />
  return (
    <div class="lines">
      {shown.map(({ id, title, calls, injected, rules, trials }) => (
        <section class="line wide operation" key={id ?? 'shared'} aria-label={id ?? 'Rules of several operations'}>
          <h2 title={title}>
            {id ?? 'several operations'}{' '}
            <span class="quiet">
              {[calls === 0 ? '' : `${grouped(calls)}×`, injected === 0 ? '' : `${grouped(injected)} by faults`]
                .filter((part) => part !== '')
                .join(', ')}
            </span>
          </h2>
          <ul class="squares">
            {rules.map((rule) => (
              <RuleSquare key={rule.id} rule={rule} />
            ))}
          </ul>
          {trials.length > 0 && (
            <ul class="squares">
              {trials.map((trial) => (
                <TrialSquare key={trial.number} trial={trial} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}

const RuleSquare = ({ rule: { id, text, basis, strength, hits } }: { readonly rule: MappedRule }) => {
  const { query } = useAddress()
  const state = `${basisInWords({ basis, strength })}, ${hits === 0 ? 'not covered' : `covered ${grouped(hits)}×`}`
  return (
    <li>
      <Link
        class={`square ${basis} ${hits === 0 ? '' : 'hit'}`}
        to={{ view: 'coverage', query: { rule: id, trial: undefined } }}
        aria-label={`${id}: ${state}`}
        title={`${id}\n${state}\n${text}`}
        aria-current={query['rule'] === id ? 'true' : undefined}
        data-row={id}
      />
    </li>
  )
}

/** The sign and the look of a grade. */
const GRADES: Readonly<Record<string, readonly [sign: string, look: string]>> = {
  good: ['✓', 'green'],
  bad: ['!', 'amber'],
  worst: ['×', 'red'],
  open: ['–', ''],
}

const TrialSquare = ({ trial: { number, injected, call, verdict, grade, state } }: { readonly trial: SweepTrial }) => {
  const { query } = useAddress()
  const words = verdict === null ? (state === 'running' ? 'runs now' : 'not run yet') : `${verdict}, ${grade}`
  const [sign, look] = GRADES[grade ?? ''] ?? (state === 'running' ? ['…', 'running'] : ['', ''])
  return (
    <li>
      <Link
        class={`square trial ${look}`}
        to={{ view: 'coverage', query: { trial: number, rule: undefined } }}
        aria-label={`Trial ${number}: ${injected}, call ${call}: ${words}`}
        title={`${injected}, call ${call}\n${words}`}
        aria-current={query['trial'] === String(number) ? 'true' : undefined}
        data-row={`trial-${number}`}
      >
        {sign}
      </Link>
    </li>
  )
}

interface NextProps {
  readonly rules: readonly MappedRule[]
  readonly current: string | undefined
}

/** Leads to the first uncovered rule after the one that is open. */
const NextUncovered = ({ rules, current }: NextProps) => {
  const at = rules.findIndex(({ id }) => id === current)
  const next = [...rules.slice(at + 1), ...rules.slice(0, at + 1)].find(({ hits, id }) => hits === 0 && id !== current)
  return (
    <Button
      data-next-uncovered
      disabled={next === undefined}
      title="Key: n"
      onClick={() => next && goTo({ view: 'coverage', query: { rule: next.id, trial: undefined } })}
    >
      Next uncovered
    </Button>
  )
}
