import { quoteForShell } from '../../../../kernel/quote-for-shell.ts'
import { groupBy } from '../../../../kernel/group-by.ts'
import type { LiveSweep, LiveTrial } from '../../../../sweep/live-sweep.ts'
import { type Figure, figuresOf, percent, shortId } from '../../../../sweep/report.ts'
import { families } from '../../../../testing/trial/trial.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'
import { ListLink, Table, type TableColumns } from '../../parts/list.tsx'
import { Matrix } from '../../parts/matrix.tsx'
import { TrialView } from './trial.tsx'
import { Legend, lookOf, VerdictBadge, verdictText } from './verdicts.tsx'

/** The sweep of this server: a matrix of its trials, and what of them is bad. */
export const Sweep = ({ context }: { readonly context: PageContext }) => {
  const { sweep } = context.options
  const open = context.query['trial'] ?? ''
  if (sweep === undefined) return <NoSweep />
  return (
    <div class={open === '' ? 'split' : 'split has-detail'}>
      <div class="master">
        <Figures sweep={sweep} />
        <Trials sweep={sweep} open={open} />
        <Bad sweep={sweep} context={context} open={open} />
      </div>
      {open !== '' && <TrialView context={context} sweep={sweep} number={open} close={pageUrl(context, 'sweep')} />}
    </div>
  )
}

const NoSweep = () => (
  <>
    <p>This server runs no sweep. A sweep has its own server, and prints the address of this page:</p>
    <pre class="block">npx --no-install rental-sim sweep -- npm test</pre>
  </>
)

type SweepProps = { readonly sweep: LiveSweep }

const Figures = ({ sweep }: SweepProps) => {
  const { resilience, refusals, sensitivity } = figuresOf(sweep.results)
  return (
    <section class="figures" aria-label="Figures">
      <dl>
        <FigureOf name="Resilience" figure={resilience} text="transient, lost-reply, outage, answers" />
        <FigureOf name="Refusals" figure={refusals} text="refusals: fail cleanly" />
        <FigureOf name="Sensitivity" figure={sensitivity} text="wrong: noticed by a test" />
      </dl>
      <Progress sweep={sweep} />
    </section>
  )
}

type FigureProps = { readonly name: string; readonly figure: Figure; readonly text: string }

const FigureOf = ({ name, figure, text }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{figure.total === 0 ? '–' : `${percent(figure)} %`}</b>
      <span>
        {figure.good} of {figure.total}
      </span>
    </dd>
    <dd class="quiet">{text}</dd>
  </div>
)

const Progress = ({ sweep }: SweepProps) => {
  const { trials, results, groups, phase, secondsLeft, command } = sweep
  return (
    <div class="progress">
      <p>
        <code>{command.map(quoteForShell).join(' ')}</code>
      </p>
      <p>
        {phase === 'baseline' ? (
          'Runs twice without any fault: what it calls is the plan.'
        ) : (
          <>
            <b>{results.length}</b> of {trials.length} trials, <b>{groups.flat().length}</b> bad
            {phase === 'trials' && secondsLeft !== undefined && `, ${timeText(secondsLeft)} left`}
            {phase === 'over' && ', over'}
            {phase === 'stopped' && ', stopped before the others ran'}
          </>
        )}
      </p>
      <progress aria-label="Trials that are over" value={results.length} max={Math.max(1, trials.length)} />
    </div>
  )
}

const timeText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`

type TrialsProps = SweepProps & { readonly open: string }

/** A row for each operation, a column for each family. */
const Trials = ({ sweep, open }: TrialsProps) => {
  const { trials } = sweep
  if (trials.length === 0) return null
  const used = families.filter((family) => trials.some(({ trial }) => trial.family === family))
  const tilesOf = (row: readonly LiveTrial[]) =>
    row.length > 0 && (
      <ul class="plain tiles">
        {row.map((live) => (
          <Tile live={live} isOpen={String(live.number) === open} />
        ))}
      </ul>
    )
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix" class="unseen">
        Trials
      </h2>
      <a class="skip" href="#bad">
        Skip to the bad verdicts
      </a>
      <Legend trials={trials} />
      <Matrix
        label="Operations and families"
        kind="sweep"
        columns={used}
        rows={[...groupBy(trials, ({ trial }) => trial.operation)].map(([operation, row]) => ({
          id: `operation-${operation}`,
          name: operation,
          cells: used.map((family) => tilesOf(row.filter(({ trial }) => trial.family === family))),
        }))}
      />
    </section>
  )
}

type TileProps = { readonly live: LiveTrial; readonly isOpen: boolean }

const Tile = ({ live, isOpen }: TileProps) => {
  const { number, trial } = live
  const { sign, look } = lookOf(live)
  const text = `${verdictText(live)}: ${trial.injected}, call ${trial.call}`
  return (
    <li id={`trial-${number}`}>
      <a
        href={`?trial=${number}`}
        data-soft
        class={`tile ${look}`}
        title={text}
        aria-label={`${sign} ${text}`.trim()}
        aria-current={isOpen ? 'true' : undefined}
      >
        {sign}
      </a>
    </li>
  )
}

type BadProps = TrialsProps & { readonly context: PageContext }

const Bad = ({ sweep, context, open }: BadProps) => {
  const { groups, results } = sweep
  if (results.length === 0) return null
  const isOpen = ({ number }: LiveTrial): boolean => String(number) === open
  const columns: TableColumns<(typeof groups)[number]> = [
    { head: 'Verdict', cell: ([first]) => first && <VerdictBadge live={first} /> },
    { head: 'Operation', cell: ([first]) => first?.trial.operation },
    { head: 'Family', cell: ([first]) => first?.trial.family },
    {
      head: 'Trials',
      cell: (group) => (
        <ul class="plain trials">
          {group.map((live) => (
            <li>
              <ListLink href={pageUrl(context, 'sweep', { trial: live.number })} isCurrent={isOpen(live)}>
                {shortId(live.trial)}
              </ListLink>
            </li>
          ))}
        </ul>
      ),
    },
    { head: 'Why it matters', cell: ([first]) => first?.result?.evidence.why },
  ]
  return (
    <section aria-labelledby="bad" class="worst-first">
      <h2 id="bad" tabindex={-1}>
        {groups.length === 0 ? 'No bad verdict' : 'Bad verdicts, the worst first'}
      </h2>
      {groups.length > 0 && (
        <Table
          label="Bad verdicts"
          columns={columns}
          items={groups}
          rowId={([first]) => `bad-${first?.number}`}
          isOpen={(group) => group.some(isOpen)}
        />
      )}
    </section>
  )
}
