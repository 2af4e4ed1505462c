// The views besides that of one object. Each has a title, and either renders what the server says
// every two seconds, or what its events say.

import { h, api, ago, badge, bytes, clock, count, full, hash, link, micros, show, table } from './dom.js';
import { graph, sparkline, timeline, waterfall } from './charts.js';

const kindOf = (id) => id.slice(id.lastIndexOf('/') + 1);
const last = (values) => (values.length ? values[values.length - 1] : 0);
const title = (text, ...more) => h('div', { class: 'title' }, h('h1', null, text), more);

function hotLoops(loops) {
  if (loops.length === 0) return null;
  return h('section', { class: 'alarm', 'aria-label': 'Hot loops' },
    h('h2', null, 'Controllers that run in circles'),
    h('ul', null, loops.map((loop) => h('li', null,
      h('b', null, loop.controller), ' over ', h('b', null, full(loop)), `: ${count(loop.runs)} runs because of its own write of `,
      h('code', null, loop.written.join(', ') || 'something that cannot be told'),
      loop.answered.length ? ['; the server changes ', h('code', null, loop.answered.join(', ')), ' of what is sent'] : null))));
}

/** Failed checks in full, all of them folded away. */
function health(checks) {
  const bad = checks.filter((one) => one.state === 'failed' || one.state === 'blocked');
  const kind = (one) => ({ passed: 'good', failed: 'bad', blocked: 'bad' }[one.state] ?? 'again');
  return [
    bad.length ? h('section', { class: 'alarm', 'aria-label': 'Failed checks' }, h('h2', null, 'Failed health checks'),
      h('ul', null, bad.map((one) => h('li', null, h('b', null, one.check), `: ${one.error ?? 'it has not ended yet'}`)))) : null,
    h('details', { class: 'checks', 'data-key': 'checks' },
      h('summary', null, bad.length ? `${bad.length} of ${checks.length} health checks fail` : `${checks.length} health checks`, ' ',
        checks.some((one) => one.state === 'unknown') ? badge('being made', 'again') : badge(bad.length ? 'unhealthy' : 'healthy', bad.length ? 'bad' : 'good')),
      h('ul', { class: 'plain' }, checks.map((one) => h('li', null, badge(one.state, kind(one)), ' ', h('code', null, `/${one.check}`))))),
  ];
}

export function overview(parent, data) {
  if (!data) return;
  const card = (controller) => {
    const series = controller.series;
    const metric = (name, value, values, label, kind) => h('div', { class: 'metric' },
      h('span', { class: 'name' }, name), h('span', { class: 'value' }, value), sparkline(values, label, kind));
    return h('article', { class: 'card' },
      h('h2', null, link(controller.name, 'runs', { controller: controller.name })),
      h('p', { class: 'sub' }, `${controller.kind || 'any kind'} · ${controller.running} of ${controller.workers} workers busy`),
      h('div', { class: 'metrics' },
        metric('runs', `${count(last(series.runs))}/s`, series.runs, `runs per second, now ${last(series.runs)}`),
        metric('errors', `${count(last(series.failures))}/s`, series.failures, `errors per second, now ${last(series.failures)}`, 'bad'),
        metric('latency', micros(controller.medianMicros), series.micros, `mean latency, median of the last runs ${micros(controller.medianMicros)}`, 'time'),
        metric('queue', count(controller.ready), series.ready, `requests that wait, now ${controller.ready}`, 'wait')),
      h('dl', { class: 'facts' },
        h('div', null, h('dt', null, 'all runs'), h('dd', null, count(controller.runs))),
        h('div', null, h('dt', null, 'failed'), h('dd', { class: controller.failures ? 'bad' : null }, count(controller.failures))),
        h('div', null, h('dt', null, '95 % within'), h('dd', null, micros(controller.p95Micros))),
        h('div', null, h('dt', null, 'delayed'), h('dd', null, count(controller.delayed)))));
  };
  show(parent,
    title(data.manager,
      badge(data.running ? 'running' : 'stopping', data.running ? 'good' : 'bad'),
      badge(data.leader ? 'leader' : 'follower', data.leader ? 'good' : 'again'),
      badge(`${data.synced} of ${data.caches} caches synced`, data.synced === data.caches ? 'good' : 'again'),
      h('span', { class: 'sub' }, data.namespaces.length ? `namespaces ${data.namespaces.join(', ')}` : 'all namespaces')),
    data.failure ? h('p', { class: 'alarm', role: 'alert' }, data.failure) : null,
    hotLoops(data.hotLoops),
    health(data.health),
    h('div', { class: 'cards' }, data.controllers.map(card)),
    data.controllers.length === 0 ? h('p', { class: 'empty' }, 'This manager has no controllers.') : null);
}

/** "3 writes" if all are, "5 · 3 writes" if some are. */
function requests(run) {
  if (!run.writes) return count(run.calls);
  const writes = `${count(run.writes)} ${run.writes === 1 ? 'write' : 'writes'}`;
  return run.writes === run.calls ? writes : `${count(run.calls)} · ${writes}`;
}

const runColumns = [
  ['time', (run) => link(clock(run.began), 'run', { id: run.id }, { 'aria-label': `run at ${clock(run.began)} of ${run.name}` }), 'num'],
  ['controller', (run) => run.controller],
  ['object', (run) => full(run)],
  ['because of', (run) => h('span', { class: 'because', title: run.because }, run.because), 'wide'],
  ['result', (run) => badge(run.outcome, run.failed ? 'bad' : run.outcome === 'done' ? 'good' : 'again')],
  ['requests', requests, 'num'],
  ['took', (run) => micros(run.tookMicros), 'num'],
];

export const runTable = (caption, runs, empty) => table(caption, runColumns, runs, empty);

export const runs = {
  most: 100,
  async start(parent, parameters) {
    this.parameters = parameters;
    this.paused = false;
    this.list = (await api('runs', { ...parameters, limit: this.most })).runs;
    const names = (await api('overview')).controllers.map((controller) => controller.name);
    const change = (name) => (event) => {
      const value = event.target.type === 'checkbox' ? (event.target.checked ? 'true' : '') : event.target.value;
      location.hash = hash('runs', { ...this.parameters, [name]: value });
    };
    this.body = h('div', null);
    show(parent, title('Reconciles'),
      h('form', { class: 'filters', onsubmit: (event) => event.preventDefault() },
        h('label', null, 'Controller ', h('select', { 'data-key': 'controller', onchange: change('controller') },
          h('option', { value: '' }, 'all'),
          names.map((name) => h('option', { value: name, selected: name === parameters.controller }, name)))),
        h('label', null, 'Object ', h('input', { 'data-key': 'q', type: 'search', value: parameters.q ?? '', placeholder: 'part of a name', onchange: change('q') })),
        h('label', null, h('input', { 'data-key': 'failed', type: 'checkbox', checked: parameters.failed === 'true', onchange: change('failed') }), ' only failed'),
        h('button', { type: 'button', 'aria-pressed': 'false', onclick: (event) => {
          this.paused = !this.paused;
          event.target.setAttribute('aria-pressed', this.paused);
          event.target.textContent = this.paused ? 'Go on' : 'Pause';
        } }, 'Pause')),
      this.body);
    this.draw();
  },
  add(event) {
    if (this.paused || !this.body?.isConnected) return;
    const { controller, q, failed } = this.parameters;
    const fresh = event.runs.filter((run) => (!controller || run.controller === controller)
      && (!q || full(run).includes(q)) && (failed !== 'true' || run.failed));
    if (fresh.length === 0) return;
    const ids = new Set(fresh.map((run) => run.id));
    this.list = [...fresh, ...this.list.filter((run) => !ids.has(run.id))].slice(0, this.most);
    this.draw();
  },
  draw() {
    show(this.body, timeline(this.list), runTable('The last runs, the latest first', this.list, 'No run that meets the filter.'));
  },
};

export async function run(parent, { id }) {
  const data = await api(`runs/${encodeURIComponent(id)}`);
  show(parent,
    title(`${data.controller}: ${full(data)}`, badge(data.outcome, data.failed ? 'bad' : data.outcome === 'done' ? 'good' : 'again')),
    h('dl', { class: 'facts' },
      [['began', clock(data.began)], ['took', micros(data.tookMicros)], ['attempt', data.attempt], ['because of', data.because], ['run', data.id]]
        .map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, String(value))))),
    data.error ? h('p', { class: 'alarm' }, data.error) : null,
    h('h2', null, 'Requests'),
    waterfall(data),
    data.unrecorded ? h('p', { class: 'sub' }, `${data.unrecorded} more requests are not recorded.`) : null,
    data.requests.length === 0 ? h('p', { class: 'empty' }, 'The run sent no requests: it read from the cache and had nothing to write.') : null,
    h('p', null, link('All runs of this object', 'runs', { controller: data.controller, q: data.name })));
  return data.outcome === 'running';
}

export async function objects(parent, parameters) {
  const offset = Number(parameters.offset ?? 0);
  const first = await api('objects', { ...parameters, limit: 100 });
  const kind = parameters.kind ?? first.kinds[0]?.kind;
  const data = parameters.kind || !kind ? first : await api('objects', { ...parameters, kind, limit: 100 });
  const change = (name) => (event) => { location.hash = hash('objects', { ...parameters, kind, offset: '', [name]: event.target.value }); };
  const page = (text, at, possible) => (possible ? link(text, 'objects', { ...parameters, kind, offset: at || '' }) : h('span', { class: 'off' }, text));
  show(parent, title('Objects'),
    h('form', { class: 'filters', onsubmit: (event) => event.preventDefault() },
      h('label', null, 'Kind ', h('select', { 'data-key': 'kind', onchange: change('kind') },
        data.kinds.map((one) => h('option', { value: one.kind, selected: one.kind === kind }, `${kindOf(one.kind)} (${count(one.objects)})`)))),
      h('label', null, 'Name ', h('input', { 'data-key': 'q', type: 'search', value: parameters.q ?? '', placeholder: 'part of a name', onchange: change('q') }))),
    table('Objects of the cache', [
      ['object', (one) => link(full(one), 'object', { kind: one.kind, namespace: one.namespace, name: one.name })],
      ['state', (one) => badge(one.state)],
      ['details', (one) => one.messages.join('; '), 'wide'],
      ['age', (one) => (one.ageMillis === undefined ? '' : ago(one.ageMillis)), 'num'],
    ], data.items, 'No object that meets the filter.'),
    h('p', { class: 'pages' }, page('previous', offset - 100, offset > 0),
      h('span', null, data.total ? `${count(offset + 1)}–${count(Math.min(data.total, offset + 100))} of ${count(data.total)}` : ''),
      page('next', offset + 100, offset + 100 < data.total)));
  return true;
}

export async function graphView(parent) {
  const data = await api('graph');
  const rate = (edge) => `${edge.rate.toFixed(2)}/s`;
  show(parent, title('Graph'), h('p', { class: 'sub' }, `The runs of the last ${Math.round(data.seconds)} seconds.`),
    hotLoops(data.hotLoops),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Graph' }, graph(data)),
    h('div', { class: 'columns' },
      h('section', null, h('h2', null, 'What triggers runs'), table('What triggers runs', [
        ['kind', (edge) => edge.kind], ['controller', (edge) => edge.controller],
        ['by', (edge) => (edge.own ? badge('own write', 'again') : '')], ['rate', rate, 'num']],
      [...data.triggers].sort((a, b) => b.rate - a.rate), 'Nothing ran.')),
      h('section', null, h('h2', null, 'What runs write'), table('What runs write', [
        ['controller', (edge) => edge.controller], ['kind', (edge) => edge.kind], ['by', (edge) => edge.method], ['rate', rate, 'num']],
      [...data.writes].sort((a, b) => b.rate - a.rate), 'Nothing was written.'))));
  return true;
}

export async function caches(parent) {
  const data = await api('caches');
  show(parent, title('Caches'), table('Caches', [
    ['kind', (cache) => link(kindOf(cache.kind), 'objects', { kind: cache.kind })],
    ['objects', (cache) => count(cache.objects), 'num'],
    ['about', (cache) => bytes(cache.bytes), 'num'],
    ['lag', (cache) => (cache.lagMillis ? ago(cache.lagMillis) : 'none'), 'num'],
    ['watch', (cache) => cache.sources.map((source) => badge(`${source.watch}${source.namespace ? ` ${source.namespace}` : ''}`, source.watch === 'watching' ? 'good' : 'again'))],
    ['lists again', (cache) => count(cache.relists), 'num'],
    ['last because of', (cache) => cache.sources.filter((source) => source.relistReason).map((source) =>
      h('span', { class: 'because', title: source.relistReason }, `${clock(source.relistAt)} ${source.namespace} ${source.relistReason}`)), 'why'],
    ['watches again', (cache) => count(cache.watchRestarts), 'num'],
    ['version', (cache) => cache.resourceVersion, 'num'],
    ['indexes', (cache) => cache.indexes.join(', ')],
    ['backlog', (cache) => count(cache.handlers.reduce((all, one) => all + one.backlog, 0)), 'num'],
    ['last failure', (cache) => h('span', { class: 'because', title: cache.lastError }, cache.lastError ?? 'none'), 'wide'],
  ], data.caches.map((cache) => ({ ...cache, failed: cache.stale.length > 0 })), 'This manager caches nothing.'));
  return true;
}

export async function queues(parent) {
  const data = await api('queues');
  show(parent, title('Queues'), data.queues.map((queue) => h('section', null,
    h('h2', null, queue.controller),
    h('p', { class: 'sub' }, `${queue.running} run (${queue.workers} workers), ${count(queue.ready)} wait for a worker, ${count(queue.delayed)} for their time`),
    table(`Queue of ${queue.controller}`, [
      ['object', (key) => full(key)],
      ['where', (key) => badge(key.where, key.where.startsWith('running') ? 'good' : 'again')],
      ['since', (key) => ago(key.ageMillis), 'num'],
      ['in', (key) => (key.readyInMillis === undefined ? '' : ago(key.readyInMillis)), 'num'],
      ['failures', (key) => count(key.failures), 'num'],
      ['last error', (key) => h('span', { class: 'because', title: key.lastError }, key.lastError ?? ''), 'wide'],
    ], queue.keys.map((key) => ({ ...key, failed: key.failures > 0 })), 'Nothing waits.'))));
  return true;
}

const OUTCOMES = { created: 'good', changed: 'again', replaced: 'again', deleted: 'again', waiting: 'again', failed: 'bad' };

export async function sets(parent, parameters) {
  const offset = Number(parameters.offset ?? 0);
  const data = await api('sets', parameters);
  const change = (event) => { location.hash = hash('sets', { q: event.target.value }); };
  const page = (text, at, possible) => (possible ? link(text, 'sets', { ...parameters, offset: at || '' }) : h('span', { class: 'off' }, text));
  const shown = data.sets.length;
  show(parent, title('Desired sets'),
    h('form', { class: 'filters', onsubmit: (event) => event.preventDefault() },
      h('label', null, 'Set or owner ', h('input', { 'data-key': 'q', type: 'search', value: parameters.q ?? '', placeholder: 'part of a name', onchange: change }))),
    shown === 0 ? h('p', { class: 'empty' }, 'No run has carried out a desired set, and no cached object belongs to one.') : null,
    data.sets.map((set) => h('section', { class: 'card' }, h('h2', null, set.set),
      set.plan ? [
        h('p', { class: 'sub' }, 'Last plan ', link(clock(set.plan.began), 'run', { id: set.plan.run }),
          set.unchanged ? `; since then as described ${count(set.unchanged)} ${set.unchanged === 1 ? 'time' : 'times'}, last at ${clock(set.carriedOut)}` : '',
          h('span', { class: 'because', title: set.plan.because }, `because of ${set.plan.because}`)),
        table(`Last plan of ${set.set}`, [
          ['step', (one) => badge(one.step, OUTCOMES[one.step] ?? 'neutral')],
          ['object', (one) => one.object],
          ['fields, or why', (one) => [one.note ? h('code', null, one.note) : '', one.error ? h('p', { class: 'error' }, one.error) : ''], 'wide'],
        ], set.plan.steps.map((one) => ({ ...one, failed: one.step === 'failed' })), 'The plan was empty.')] : null,
      h('h3', null, set.total > set.members.length ? `The first ${set.members.length} of ${count(set.total)} members` : 'Members'),
      table(`Members of ${set.set}`, [
        ['object', (one) => link(`${kindOf(one.kind)} ${full(one)}`, 'object', { kind: one.kind, namespace: one.namespace, name: one.name })],
        ['state', (one) => badge(one.state)],
        ['details', (one) => one.messages.join('; '), 'wide'],
      ], set.members, 'None of its members is cached.'))),
    data.total > shown || offset ? h('p', { class: 'pages' }, page('previous', offset - 50, offset > 0),
      h('span', null, `${count(offset + 1)}–${count(offset + shown)} of ${count(data.total)}`), page('next', offset + 50, offset + shown < data.total)) : null);
  return true;
}

export async function server(parent) {
  const data = await api('server');
  show(parent, title('API server', data.version ? badge(data.version, 'good') : null),
    h('dl', { class: 'facts' }, [['address', data.url], ['revision', data.revision]]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, String(value))))),
    data.error ? h('p', { class: 'alarm' }, data.error) : null,
    data.watches?.length ? [h('h2', null, 'Open watches'), table('Open watches', [
      ['resource', (one) => one.resource], ['verb', (one) => one.verb], ['open', (one) => count(one.count), 'num']], data.watches)] : null,
    data.requests ? [h('h2', null, 'Requests'), table('Requests that the server has answered', [
      ['resource', (one) => one.resource || 'none'], ['verb', (one) => one.verb],
      ['code', (one) => badge(one.code, one.code.startsWith('2') ? 'good' : 'bad')], ['requests', (one) => count(one.count), 'num']],
    [...data.requests].sort((a, b) => b.count - a.count))] : null);
  return true;
}
