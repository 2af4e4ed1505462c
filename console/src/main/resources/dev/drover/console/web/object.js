// One object: state, fields with their writers, versions, children, events and runs.

import { h, api, ago, badge, clock, count, full, link, show, table } from './dom.js';
import { runTable } from './views.js';

const kindOf = (id) => id.slice(id.lastIndexOf('/') + 1);
const text = (value) => (value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));

const SHOWN = 6; // versions that are not folded away

function tree(nodes) {
  return h('ul', { class: 'tree' }, nodes.map((node) => h('li', null,
    node.live ? `${kindOf(node.kind)} ${full(node)}` : link(`${kindOf(node.kind)} ${full(node)}`, 'object', { kind: node.kind, namespace: node.namespace, name: node.name }), ' ',
    badge(node.state), ' ', h('span', { class: 'sub' }, node.messages.join('; ')),
    uncached(node), node.children.length ? tree(node.children) : null)));
}

/** Says where a level of the tree comes from the server and not from a cache, or why it is missing. */
function uncached(node) {
  if (!node.uncached) return null;
  const kind = kindOf(node.uncached.kind);
  return h('p', { class: 'sub' }, node.uncached.error
    ? `${kind} is not cached, and cannot be read from the server: ${node.uncached.error}`
    : `${kind} is not cached: read from the server`);
}

/** What of a very large object is left out. */
const more = (number) => (number ? h('p', { class: 'sub' }, `${count(number)} more fields are not shown.`) : null);

const managers = (row) => h('span', { class: 'sub' }, row.managers.join(', '));

function version(one) {
  const changed = (one.changes?.length ?? 0) + (one.moreChanges ?? 0);
  return h('details', { 'data-key': `version ${one.resourceVersion}` },
    h('summary', null, `version ${one.resourceVersion}`, h('span', { class: 'sub' },
      one.changes ? ` · ${changed} ${changed === 1 ? 'field' : 'fields'} changed` : ' · the oldest one that is known',
      one.generation ? ` · generation ${one.generation}` : '')),
    one.changes ? table(`Changes of version ${one.resourceVersion}`, [
      ['field', (row) => h('code', null, row.path), 'wide'],
      ['before', (row) => h('del', null, text(row.before))],
      ['after', (row) => h('ins', null, text(row.after))],
      ['written by', managers],
    ], one.changes, 'Only the version is another one.') : null,
    more(one.moreChanges));
}

async function reconcile(event, controller, data) {
  const button = event.target;
  button.disabled = true;
  try {
    const answer = await api('reconcile', null, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Drover-Console': '1' },
      body: JSON.stringify({ controller, namespace: data.namespace, name: data.name }),
    });
    button.textContent = answer.waits ?? `${controller} reconciles it`;
  } catch (error) {
    button.textContent = error.message;
  }
}

export async function object(parent, parameters, { actions }) {
  const data = await api('object', parameters);
  show(parent,
    h('p', { class: 'crumbs' }, link('Objects', 'objects', { kind: data.kind }),
      data.owners.map((owner) => [' › ', link(`${kindOf(owner.kind)} ${owner.name}`, 'object', owner)])),
    h('div', { class: 'title' }, h('h1', null, `${kindOf(data.kind)} ${full(data)}`), badge(data.state),
      actions ? data.controllers.map((name) => h('button', { type: 'button', 'data-key': `reconcile ${name}`, onclick: (event) => reconcile(event, name, data) },
        `Reconcile now (${name})`)) : null),
    h('p', { class: 'sub' }, [data.messages.join('; '), `version ${data.resourceVersion}`, data.ageMillis === undefined ? '' : `${ago(data.ageMillis)} old`]
      .filter(Boolean).join(' · ')),
    h('div', { class: 'columns' },
      h('section', null, h('h2', null, 'Versions'), data.versions.slice(0, SHOWN).map(version),
        data.versions.length > SHOWN
          ? h('details', { 'data-key': 'older' }, h('summary', null, `${data.versions.length - SHOWN} older versions`), data.versions.slice(SHOWN).map(version))
          : null),
      h('section', null, h('h2', null, 'Children'), uncached(data),
        data.children.length ? tree(data.children) : h('p', { class: 'empty' }, 'No cached object has this one as its owner.'))),
    h('section', null, h('h2', null, 'Events'),
      data.eventsError ? h('p', { class: 'sub' }, `Events cannot be read: ${data.eventsError}`) : table('Events', [
        ['last', (one) => (one.last ? clock(one.last) : ''), 'num'],
        ['type', (one) => badge(one.type ?? '', one.type === 'Warning' ? 'bad' : 'good')],
        ['reason', (one) => one.reason],
        ['message', (one) => one.message, 'wide'],
        ['times', (one) => count(one.count), 'num'],
      ], data.events, 'No events.')),
    h('section', null, h('h2', null, 'Runs'), runTable('Runs for this object, or because of it', data.runs, 'No run that is remembered.')),
    h('details', { 'data-key': 'fields' }, h('summary', null, `All ${count(data.fields.length + data.moreFields)} fields, and who wrote them`),
      table('Fields', [
        ['field', (row) => h('code', null, row.path), 'wide'],
        ['value', (row) => h('span', { class: 'because', title: text(row.value) }, text(row.value))],
        ['written by', managers],
      ], data.fields), more(data.moreFields)));
  return true;
}
