const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Bounds that stand on no page, by the reason; a name that several files declare comes as often. */
export const unlistedBounds: Readonly<Record<string, readonly string[]>> = {
  'far from usual inputs; a refusal, a hint or a near miss names it': words(`
    MAX_SEARCH MAX_FACT_CHARACTERS MAX_DISCARDED_BYTES MAX_DEPTH MAX_DOCUMENT_DEPTH MAX_PRICE MAX_RETIRED_HASH_IDS
    MAX_URL_WORDS MAX_URL_KEYS MAX_KEY_PARTS MAX_SECRET_NAME MAX_EDITED_ROWS MAX_FAULT_STEPS MAX_VERIFY_STEPS
    MAX_PATH MAX_WAITING_BYTES MAX_STEPS MAX_STEPS_CHARACTERS MAX_EXPECTED MAX_UNIX_SECONDS MAX_FAULT_HEADER_BYTES
    MAX_PATTERN MAX_SEED MAX_FIXTURES MAX_TIMELINE MAX_TYING MAX_TIMELINE_SECONDS MAX_FILLED_CHARACTERS
    MAX_CAPTURE_BYTES MAX_FIELDS MAX_CHARACTERS MAX_CLIENTS MAX_FAULT_TOTALS
  `),
  'a client that repeats a call without end is stopped, which its verdict says': words(`
    MAX_NESTED MAX_MORE_CALLS
  `),
  'more than a test would look at': words(`
    MAX_EVICTED_NAMES MAX_DROPPED_NAMES MAX_NEAR_MISSES MAX_ENTRIES MAX_WORDS MAX_COMPARED MAX_COMPARED_CHARACTERS
    MAX_PROBLEMS_SHOWN MAX_PROBLEMS_PLACED MAX_HINTS MAX_WORD MAX_REQUEST_ID MAX_DUE MAX_TOLD_DUE
  `),
  'the fetch standard has it': words('MAX_REDIRECTS'),
  'the service has it, and the hint of an answer names it': words('MAX_OPEN_PORTS'),
  'beyond a text written by hand; the message names it': words(`
    MAX_COMMAND_CHARACTERS MAX_KEY_NAME_CHARACTERS MAX_VARIABLE_NAME_CHARACTERS MAX_WORKER_TEXT_CHARACTERS
    MAX_REFERENCES MAX_CRITERIA MAX_DESCENTS MAX_ALIASES_IN_ALL
  `),
  'a cache: a dropped entry is read or made again': words(`
    MAX_READ_FIXTURES MAX_ORIGINS_PER_FIXTURE MAX_KNOWN_DIGESTS
  `),
  'of a probed service: after it drift gives the service up': words('MAX_ANSWER_CHARACTERS MAX_LIMITED'),
  'of drift: a larger answer is forwarded, and is not judged': words(`
    MAX_DIFFERENCES MAX_LET_THROUGH MAX_ROWS MAX_VALUES MAX_JUDGED_BYTES MAX_PLAYED
  `),
  'how much a view of the dashboard shows at once': words(`
    MAX_ACTIVITY_STEPS MAX_ACTS MAX_BODY_CHARACTERS MAX_BOUND MAX_CELL_CHARACTERS MAX_COMPARED_DEPTH MAX_DEPTH
    MAX_DIFFERENCES MAX_EVENTS MAX_LATER MAX_LINE_CHARACTERS MAX_LISTINGS MAX_CHANGED MAX_NAMED MAX_NAMED
    MAX_OPEN_ITEMS MAX_OUTPUT_LINES MAX_REQUESTS MAX_REQUESTS MAX_ROWS MAX_SESSION_BYTES MAX_SHOWN MAX_TELLING
    MAX_TEXT MAX_TEXT MAX_UPCOMING MAX_VALUE MAX_VALUES MAX_VALUES
  `),
  'of the log: a forgotten line is written again': words('MAX_TOLD_SANDBOXES'),
  'as long as a name may be': words('MAX_LAYERED_NAME'),
  'how much of a list or a text one message repeats': words(`
    MAX_NAMED MAX_TOLD MAX_HEADER_CHARACTERS MAX_ENTRY_CHARACTERS MAX_ERROR_CHARACTERS MAX_FINDING_CHARACTERS
    MAX_FINDING_NAMES MAX_NAMED_ERRORS MAX_NAMED_IDS MAX_NAMED_KEYS MAX_NAMED_SNAPSHOTS MAX_NAMED_STATES MAX_NEAREST
    MAX_MATCHES MAX_SHORT_CHARACTERS MAX_OUTPUT_CHARACTERS MAX_SHOWN_CHARACTERS MAX_SHOWN_REQUESTS MAX_TOLD
    MAX_SHOWN_CHANGES MAX_TOLD_CHARACTERS MAX_TOLD_EXCHANGES MAX_UNREAD_CHARACTERS MAX_UNREAD_WORDS
  `),
  'a check that is left out: a fault that meets nothing is loaded': words('MAX_COMPARED_STEPS'),
  'of the timers of JavaScript: a longer wait is split': words('MAX_TIMER_MS'),
  'retries after which a client hammers: a verdict, not a bound': words('MAX_RETRIES'),
  'trials that --every-call runs all the same': words('MAX_FOR_ONE_OPERATION'),
  'of one write to the log: further lines go out in another': words('MAX_WRITE_CHARACTERS'),
  'where a rule gets a larger limit: stored values stay finite': words('MAX_STORED_GB'),
  'levels of a document, as the parser of YAML counts them': words('MAX_NODES_AROUND'),
  'how much of a document, an answer or a hint the commands read or show': words(`
    MAX_CHARACTERS MAX_CODE_POINT MAX_DEPTH MAX_HEALTH_CHARACTERS MAX_NUMBER MAX_QUOTED MAX_REPEATED_HINTS
  `),
}
