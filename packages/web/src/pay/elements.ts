/** Creates DOM elements without a library: none of the app's code is loaded beside the provider's script. */
export function createText<Name extends 'p' | 'h1' | 'div'>(
  name: Name,
  text: string,
  className = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.textContent = text
  element.className = className
  return element
}

export function createButton(text: string, type: 'submit' | 'button', className = ''): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = type
  button.textContent = text
  button.className = className
  return button
}

interface FieldOptions {
  readonly label: string
  readonly autocomplete: AutoFill
  readonly placeholder: string
}

export function createField({ label, autocomplete, placeholder }: FieldOptions) {
  const element = document.createElement('label')
  const input = document.createElement('input')
  input.inputMode = 'numeric'
  input.autocomplete = autocomplete
  input.placeholder = placeholder
  element.append(createText('div', label), input)
  return { element, input }
}
