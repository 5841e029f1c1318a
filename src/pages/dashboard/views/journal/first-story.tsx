import { publishedKeys } from '../../../../testing/fixtures/keys.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'
import type { PageContext } from '../../page-context.ts'
import { journalUrl } from './journal-url.ts'

const FAULT = { name: 'try-it', match: { operation: 'instances.list' }, effect: { status: 500 }, when: { times: 1 } }

interface Step {
  readonly title: string
  readonly text: string
  /** The request line. */
  readonly sends: string
  readonly body?: object
  /** What it is when it is a request of a client; else it is a control call. */
  readonly operation?: string
}

/** @param rental the path that rents an offer; once it is done, it stays the same */
const stepsFor = (rental: string): readonly Step[] => [
  { title: 'Ask', text: 'Which templates are there?', sends: 'GET /api/v0/template/', operation: 'templates.search' },
  {
    title: 'Rent',
    text: 'An instance, from an offer.',
    sends: `PUT ${rental}`,
    body: { image: 'ubuntu', label: 'first' },
    operation: 'instances.create',
  },
  { title: 'Break', text: 'The next list of instances fails.', sends: 'POST /_sim/faults', body: FAULT },
  {
    title: 'Poll',
    text: 'It fails: the exchange opens, and says why.',
    sends: 'GET /api/v0/instances/',
    operation: 'instances.list',
  },
]

/** A first run: four buttons, each of which makes a real request or a fault. It goes once a client has asked, or all is done. */
export const FirstStory = ({ context }: { readonly context: PageContext }) => {
  const { journal, tables, faults } = context.world
  if (!journal.isWhole || !journal.entries().every(isAskedByPage)) return null
  const [known] = publishedKeys(tables.users.values())
  const rented = journal.entries().find(({ operation }) => operation === 'instances.create')?.path
  const free = tables.offers.values().find(({ id }) => tables.instances.where('offer_id', id).length === 0)
  if (known === undefined || (rented === undefined && free === undefined)) return null
  const steps = stepsFor(rented ?? `/api/v0/asks/${free?.id}/`).map((step) => ({
    step,
    exchange: journal.entries().find(({ operation }) => operation !== null && operation === step.operation),
  }))
  if (steps.every(({ step, exchange }) => step.operation === undefined || exchange !== undefined)) return null
  const next = steps.find(({ step, exchange }) =>
    step.operation === undefined ? !faults.names().includes(FAULT.name) : exchange === undefined,
  )
  return (
    <ol class="story plain" aria-label="Try it">
      {steps.map(({ step, exchange }, at) => (
        <li>
          <h2>
            <span class="quiet">{at + 1}</span> {step.title}{' '}
            {exchange !== undefined && (
              <a href={journalUrl(context, { exchange: exchange.id })} data-soft>
                #{exchange.id}
              </a>
            )}
          </h2>
          <p>{step.text}</p>
          <code>{step.sends}</code>
          <StepForm step={step} apiKey={known.key} isNext={step === next?.step} />
        </li>
      ))}
    </ol>
  )
}

const isAskedByPage = ({ requestHeaders }: Exchange): boolean =>
  requestHeaders['referer']?.includes('/_sim/ui') === true

type StepFormProps = { readonly step: Step; readonly apiKey: string; readonly isNext: boolean }

/** The button stays when it is done, so that it keeps the focus. */
const StepForm = ({ step: { title, sends, body, operation }, apiKey, isNext }: StepFormProps) => {
  const button = (
    <button class={isNext ? 'primary' : undefined} aria-label={`Try it: ${title}`}>
      Try it
    </button>
  )
  return operation === undefined ? (
    <form data-call="POST faults" data-done="The next list of instances fails: poll now.">
      <input type="hidden" name="." data-type="json" value={JSON.stringify(body)} />
      {button}
    </form>
  ) : (
    <form data-ask={sends} data-opens={title === 'Poll' ? 'why' : undefined}>
      <input type="hidden" name="key" value={apiKey} />
      {body !== undefined && <input type="hidden" name="body" value={JSON.stringify(body)} />}
      {button}
    </form>
  )
}
