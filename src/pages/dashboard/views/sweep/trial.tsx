import type { LiveSweep, LiveTrial } from '../../../../sweep/live-sweep.ts'
import { lastLines } from '../../../../sweep/output.ts'
import type { TrialResult } from '../../../../sweep/report.ts'
import { repeatLine } from '../../../../sweep/text.ts'
import { isOpen } from '../../../../sweep/verdicts.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import { type PageContext, pageUrlIn } from '../../page-context.ts'
import { counted } from '../../parts/format.ts'
import { Detail } from '../../parts/list.tsx'
import { Block } from '../../parts/text.tsx'
import { VerdictBadge } from './verdicts.tsx'

/** Exchanges of a trial that are listed; its journal has the others. */
const MAX_SENT = 12

type TrialProps = {
  readonly context: PageContext
  readonly sweep: LiveSweep
  readonly number: string
  readonly close: string
}

/** The trial that is open: what was injected, what the client did, and why it matters. */
export const TrialView = ({ context, sweep, number, close }: TrialProps) => {
  const live = sweep.trials.find((each) => String(each.number) === number)
  return (
    <Detail label={`Trial ${number}`} close={close}>
      {live === undefined ? (
        <p>There is no trial {number} in this sweep.</p>
      ) : (
        <TrialDetails context={context} sweep={sweep} live={live} />
      )}
    </Detail>
  )
}

type DetailsProps = { readonly context: PageContext; readonly sweep: LiveSweep; readonly live: LiveTrial }

const TrialDetails = ({ context, sweep, live }: DetailsProps) => {
  const { trial, result } = live
  return (
    <>
      <h2>
        <VerdictBadge live={live} />
        {result !== undefined && !isOpen(result.verdict) && <span class="quiet"> {result.good ? 'good' : 'bad'}</span>}
      </h2>
      <p>
        <code>{trial.id}</code>
      </p>
      {result !== undefined && !result.good && <p class="hint">{result.evidence.why}</p>}
      <dl class="facts">
        <dt>Injected</dt>
        <dd>{trial.injected}</dd>
        <dt>At</dt>
        <dd>
          call {trial.call} of {trial.operation}
          {trial.sandbox !== undefined && ` in ${trial.sandbox}`}
          {trial.lasts === 'from' && ', and all later ones'}
        </dd>
        {result !== undefined && <Ended result={result} />}
      </dl>
      <h3>Again</h3>
      <div class="again">
        <pre class="block" tabindex={0} role="group" aria-label="The command that repeats it" id="again">
          {repeatLine(trial, sweep)}
        </pre>
        <button type="button" data-copy="again">
          Copy
        </button>
      </div>
      {result !== undefined && <Exchanges context={context} live={live} result={result} />}
      {result !== undefined && <Output result={result} />}
    </>
  )
}

const Ended = ({ result: { evidence } }: { readonly result: TrialResult }) => (
  <>
    {evidence.expected !== undefined && (
      <>
        <dt>Wanted</dt>
        <dd>
          {evidence.expected.wanted.join(' or ')}: {evidence.expected.why}
        </dd>
      </>
    )}
    <dt>Command</dt>
    <dd>
      {evidence.exit_code === null
        ? `ended by ${evidence.signal ?? 'the time limit'}`
        : `exit code ${evidence.exit_code}`}
      , {evidence.seconds.toFixed(1)} s
    </dd>
  </>
)

const Output = ({ result: { evidence } }: { readonly result: TrialResult }) => (
  <>
    {evidence.failed_tests.length > 0 && (
      <>
        <h3>Tests that failed</h3>
        <ul>
          {evidence.failed_tests.map((name) => (
            <li>{name}</li>
          ))}
        </ul>
      </>
    )}
    {evidence.output !== '' && (
      <>
        <h3>It wrote last</h3>
        <Block label="Output of the command" value={lastLines(evidence.output, SHOWN_LINES).join('\n')} />
      </>
    )}
  </>
)

const SHOWN_LINES = 40

type ExchangesProps = Omit<DetailsProps, 'sweep'> & { readonly result: TrialResult }

/** What the client sent to the sandbox whose call met the fault, and the way to all of it. */
const Exchanges = ({ context, live, result }: ExchangesProps) => {
  const journal = context.options.sandboxes.find(live.sandbox)?.world.journal
  const told = live.telling.slice(0, MAX_SENT).flatMap((number) => journal?.find(number) ?? [])
  return (
    <>
      <h3>The client sent</h3>
      {told.length > 0 ? (
        <ol class="plain sent">
          {told.map((each) => (
            <Sent exchange={each} href={journalUrl(context, live, each.id)} />
          ))}
        </ol>
      ) : (
        <ol class="sent">
          {result.requests.map((line) => (
            <li>{line}</li>
          ))}
        </ol>
      )}
      {journal === undefined ? (
        <p class="quiet">Its exchanges are gone: the memory budget had no room for them.</p>
      ) : (
        <p>
          <a href={journalUrl(context, live)}>Journal of this trial</a>{' '}
          <span class="quiet">
            {counted(journal.length, 'exchange', 'exchanges')}
            {journal.dropped > 0 && `, ${journal.dropped} older ones dropped`}
          </span>
        </p>
      )}
    </>
  )
}

/** Each trial has a sandbox of its own. */
const journalUrl = (context: PageContext, { sandbox }: LiveTrial, exchange?: number): string =>
  pageUrlIn(context, sandbox, 'journal', { exchange })

type SentProps = { readonly exchange: Exchange; readonly href: string }

const Sent = ({ exchange: { id, method, path, status, fault }, href }: SentProps) => (
  <li class={fault === null ? undefined : 'met'}>
    <a href={href}>
      <span class="number">{id}</span> <b>{method}</b> {path}
    </a>
    <span class="answer">
      <span class={`status s${String(status)[0]}`}>{status === 0 ? 'lost' : status}</span>
      {fault !== null && <span class="basis injected">{fault.happened ? 'injected, it happened' : 'injected'}</span>}
    </span>
  </li>
)
