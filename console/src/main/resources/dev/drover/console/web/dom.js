// Builds elements; texts are always text, never markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
export const s = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** Replaces the content of a view; what had the focus has it again if it is still there. */
export function show(parent, ...children) {
  const key = document.activeElement?.closest?.('[data-key]')?.dataset.key;
  const open = new Set([...parent.querySelectorAll('details[open][data-key]')].map((d) => d.dataset.key));
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const details of parent.querySelectorAll('details[data-key]')) {
    if (open.has(details.dataset.key)) details.open = true;
  }
  if (key) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** A link to a view: hash('object', { kind, namespace, name }). */
export function hash(view, parameters) {
  const query = new URLSearchParams(Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined && value !== ''));
  return `#/${view}${query.size ? `?${query}` : ''}`;
}

export const link = (text, view, parameters, attributes) =>
  h('a', { href: hash(view, parameters), 'data-key': hash(view, parameters) + text, ...attributes }, text);

export const full = (object) => (object.namespace ? `${object.namespace}/${object.name}` : object.name);

/**
 * A table with a caption for screen readers; columns: [title, cell(row), class]. On a small screen each row is a block of named
 * values, so the roles are written out: a browser may forget them where a style changes how a table is laid out.
 */
export function table(caption, columns, rows, empty) {
  if (rows.length === 0) return h('p', { class: 'empty' }, empty ?? 'Nothing here yet.');
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', { role: 'table' },
      h('caption', { class: 'unseen' }, caption),
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' },
        columns.map(([title, , kind]) => h('th', { scope: 'col', role: 'columnheader', class: kind }, title)))),
      h('tbody', { role: 'rowgroup' }, rows.map((row) => h('tr', { role: 'row', class: row.failed ? 'failed' : null },
        columns.map(([title, cell, kind]) => h('td', { role: 'cell', 'data-label': title, class: kind }, h('div', null, cell(row)))))))));
}

export const badge = (text, kind) => h('span', { class: `badge ${kind ?? text}` }, text);

export function micros(value) {
  if (value < 1000) return `${value} µs`;
  if (value < 1e6) return `${(value / 1000).toFixed(value < 1e4 ? 1 : 0)} ms`;
  return `${(value / 1e6).toFixed(value < 1e7 ? 1 : 0)} s`;
}

export function bytes(value) {
  const units = ['B', 'KB', 'MB', 'GB'];
  let at = 0;
  for (; value >= 1000 && at < units.length - 1; at++) value /= 1000;
  return `${value.toFixed(at && value < 10 ? 1 : 0)} ${units[at]}`;
}

export const count = (value) => Number(value).toLocaleString('en');

export const clock = (instant) => new Date(instant).toLocaleTimeString('en-GB', { hour12: false }) +
  '.' + String(new Date(instant).getMilliseconds()).padStart(3, '0');

export function ago(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export async function api(path, parameters, options) {
  const query = new URLSearchParams(Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined && value !== ''));
  const response = await fetch(`/api/v1/${path}${query.size ? `?${query}` : ''}`, options);
  const body = await response.json();
  if (!response.ok) throw new ApiError(response.status, body.error ?? response.statusText);
  return body;
}
