import { codes } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { getLocalFailureText, isRefusal } from '../failure.ts'
import { RefusalFacts } from './refusal-facts.ts'

export interface Form<V extends object> {
  readonly values: V
  readonly busy: boolean
  /** Error of the form as a whole; null if a toast shows it. */
  readonly failure: string | null
  set<K extends keyof V & string>(name: K, value: V[K]): void
  /** Error message of a field; undefined if there is none. */
  error(name: keyof V & string): string | undefined
  /** Handler for the form element's `onSubmit`. */
  submit(event?: { preventDefault(): void }): void
  reset(values: V): void
}

interface FormRules<V extends object> {
  readonly initial: V
  /** The call's own body schema, so that the form validates like the server. */
  readonly schema: z.ZodType
  /** Additional errors by field, such as two passwords that differ; values are translation keys. */
  readonly check?: (values: V) => Partial<Record<keyof V & string, string>>
  readonly send: (values: V) => Promise<unknown>
}

/** Validates on submit and then while typing, and shows errors beside their fields. */
export function useForm<V extends object>({ initial, schema, check, send }: FormRules<V>): Form<V> {
  const { t } = useTranslation()
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const validate = (current: V) => {
    const more = Object.entries<string | undefined>(check?.(current) ?? {})
    return new Map([...schemaErrors(schema, current), ...more.filter(isWrong)])
  }

  const fail = (error: unknown) => {
    const fields = isRefusal(error, codes.invalid.code) ? RefusalFacts.parse(error.data).fields : {}
    const knownFields = Object.keys(fields).filter((name) => name in values)
    setErrors(new Map(knownFields.map((name) => [name, `fields.${name}.refused`])))
    setFailure(knownFields.length > 0 ? null : getLocalFailureText(error))
  }

  return {
    values,
    busy,
    failure,
    error(name) {
      const key = errors.get(name)
      return key === undefined ? undefined : t([key, 'fields.any.invalid'])
    },
    set(name, value) {
      const next = { ...values, [name]: value }
      setValues(next)
      setFailure(null)
      // A field with an error is validated on every change; the others on the next submit.
      if (errors.size > 0) setErrors(new Map([...validate(next)].filter(([field]) => errors.has(field))))
    },
    submit(event) {
      event?.preventDefault()
      if (busy) return
      const wrong = validate(values)
      setErrors(wrong)
      setFailure(null)
      if (wrong.size > 0) return
      setBusy(true)
      send(values)
        .catch(fail)
        .finally(() => setBusy(false))
    },
    reset(next) {
      setValues(next)
      setErrors(new Map())
      setFailure(null)
    },
  }
}

function isWrong(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}

/** First error of each field, as a translation key. */
function schemaErrors(schema: z.ZodType, values: object): [string, string][] {
  const parsed = schema.safeParse(values)
  if (parsed.success) return []
  const found = new Map<string, string>()
  for (const { path, code } of parsed.error.issues) {
    const field = String(path[0] ?? 'any')
    if (!found.has(field)) found.set(field, `fields.${field}.${getText(code)}`)
  }
  return [...found]
}

function getText(code: string): string {
  return code === 'too_small' ? 'short' : code === 'too_big' ? 'long' : 'invalid'
}
