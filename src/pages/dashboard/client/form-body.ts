export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What is wrong with the text of a field, before anything is sent. */
export class FieldError extends Error {
  readonly field: Field

  constructor(field: Field, message: string, options?: ErrorOptions) {
    super(message, options)
    this.field = field
  }
}

export const fieldsOf = (form: HTMLFormElement): readonly Field[] =>
  [...form.elements].filter(
    (each): each is Field =>
      each instanceof HTMLInputElement || each instanceof HTMLSelectElement || each instanceof HTMLTextAreaElement,
  )

/** The fields of a form whose value is another than the server sent. */
const editsOf = (form: HTMLFormElement): readonly Field[] =>
  fieldsOf(form).filter((field) =>
    field instanceof HTMLSelectElement
      ? field.value !== ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value
      : field.value !== field.defaultValue,
  )

/** Says on the button of a form of edits how many there are. */
export function countEdits(form: HTMLFormElement): void {
  const button = form.querySelector('[data-count-edits]')
  if (button === null || button.textContent === 'Add') return
  const { length } = editsOf(form)
  button.textContent = length === 0 ? 'Save' : `Save ${length} ${length === 1 ? 'change' : 'changes'}`
}

/**
 * The body of the call that a form makes. A field `match.operation` is `operation` within `match`, one named `.` is the
 * whole body, and empty ones are left out. A form of edits (`data-edits`) sends what is edited, null for what is emptied.
 * @throws FieldError
 */
export function bodyOf(form: HTMLFormElement): unknown {
  const body: Record<string, unknown> = {}
  if (form.dataset['edits'] !== undefined) {
    for (const field of editsOf(form)) body[field.name] = field.value === '' ? null : valueOf(field)
    return body
  }
  for (const field of fieldsOf(form)) {
    if (field.name === '.') return valueOf(field)
    if (field.name === '' || field.value === '') continue
    const [outer = '', inner] = field.name.split('.')
    if (inner === undefined) body[outer] = valueOf(field)
    else body[outer] = { ...Object(body[outer]), [inner]: valueOf(field) }
  }
  return body
}

/** The value that a field stands for. @throws FieldError */
function valueOf(field: Field): unknown {
  const { name, value } = field
  const type = field.dataset['type']
  if (type === 'number') {
    if (Number.isNaN(Number(value)))
      throw new FieldError(field, `${name.replace(/^.*\./, '')}: ${value} is not a number.`)
    return Number(value)
  }
  if (type === 'boolean') return value === 'true'
  if (type === 'json') return parsed(field, value)
  if (type === 'patch' && field instanceof HTMLTextAreaElement) return patch(field)
  return value
}

function parsed(field: Field, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    throw new FieldError(field, `That is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

/** The fields that differ from what the server sent; removed ones are null. */
function patch(field: HTMLTextAreaElement): object {
  const fieldsIn = (text: string): ReadonlyMap<string, unknown> => {
    const value = parsed(field, text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new FieldError(field, 'A row is a JSON object.')
    return new Map(Object.entries(value))
  }
  const [old, edited] = [fieldsIn(field.defaultValue), fieldsIn(field.value)]
  const removed = [...old.keys()].filter((name) => !edited.has(name))
  const changed = [...edited].filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
  const changes = [...changed, ...removed.map((name): [string, null] => [name, null])]
  return Object.fromEntries(changes)
}
