// The page: tabs, the router over the part of the address after '#', and the stream of events.

import { h, api, hash, show } from './dom.js';
import * as views from './views.js';
import { object } from './object.js';

const TABS = [['overview', 'Overview'], ['runs', 'Reconciles'], ['objects', 'Objects'], ['graph', 'Graph'],
  ['caches', 'Caches'], ['queues', 'Queues'], ['sets', 'Desired sets'], ['server', 'Server']];
const LIVE = { run: views.run, objects: views.objects, object, graph: views.graphView, caches: views.caches,
  queues: views.queues, sets: views.sets, server: views.server };
const PARENT = { run: 'runs', object: 'objects' };
const PERIOD = 2000;

const main = document.getElementById('main');
const connection = document.getElementById('connection');
let latest = null; // the last overview
let current = { name: '', parameters: {} };
let turn = 0; // counts changes of the view: an answer for an older one is dropped
let timer = 0;
let wasLost = false; // whether the events have to be connected again
let events = null; // the stream; null while the tab is hidden

function route() {
  const [name, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { name: name || 'overview', parameters: Object.fromEntries(new URLSearchParams(query ?? '')) };
}

function tabs() {
  const active = PARENT[current.name] ?? current.name;
  document.getElementById('tabs').replaceChildren(...TABS.map(([name, label]) =>
    h('li', null, h('a', { href: hash(name), 'aria-current': name === active ? 'page' : null }, label))));
  const label = TABS.find(([name]) => name === active)?.[1] ?? 'Drover';
  document.title = `${label} · ${latest?.manager ?? 'Drover'}`;
}

function fail(error) {
  if (error.status === 401) connection.textContent = 'signed out';
  show(main, h('p', { class: 'alarm', role: 'alert' }, error.message));
}

/** What the page shows now: after a click the former view stays until the next one is there. */
function shown(name) {
  main.dataset.view = name;
}

function drawOverview(data) {
  views.overview(main, data);
  shown('overview');
}

async function refresh(mine) {
  const view = document.createElement('div');
  try {
    if (current.name === 'overview') return drawOverview(latest ?? await api('overview'));
    const live = LIVE[current.name];
    if (!live) return show(main, h('h1', null, 'There is no such view'));
    // Drawn beside the page first, so that a slow answer for an older view changes nothing.
    const again = await live(view, current.parameters, { actions: latest?.actions });
    if (mine !== turn) return undefined;
    show(main, [...view.childNodes]);
    shown(current.name);
    if (again) timer = setTimeout(() => (document.hidden ? later(mine) : refresh(mine)), PERIOD);
  } catch (error) {
    if (mine === turn) fail(error);
  }
  return undefined;
}

function later(mine) {
  timer = setTimeout(() => (document.hidden ? later(mine) : mine === turn && refresh(mine)), PERIOD);
}

async function open() {
  const isOther = route().name !== current.name;
  current = route();
  turn += 1;
  clearTimeout(timer);
  tabs();
  if (current.name === 'runs') await views.runs.start(main, current.parameters).then(() => shown('runs')).catch(fail);
  else await refresh(turn);
  if (isOther) {
    main.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
}

/**
 * Browsers open six connections to a server, for all tabs together, and each stream holds one: so only tabs that are seen have one.
 */
function listen() {
  if (document.hidden || events) return;
  const mine = new EventSource('/api/v1/events');
  events = mine;
  mine.addEventListener('open', () => {
    connection.textContent = 'live';
    connection.className = 'good';
    const isHeld = current.name === 'runs' && views.runs.paused; // by the user
    if (wasLost && !isHeld) open(); // what failed, or was missed, is drawn again
    wasLost = false;
  });
  mine.addEventListener('error', () => {
    if (mine !== events) return;
    wasLost = true;
    connection.textContent = 'connecting again';
    connection.className = 'bad';
    // Browsers try again by themselves, unless the answer was an error: the token is another one, or the program starts.
    if (mine.readyState === EventSource.CLOSED) {
      events = null;
      api('overview').catch(fail);
      setTimeout(listen, PERIOD);
    }
  });
  mine.addEventListener('overview', (event) => {
    latest = JSON.parse(event.data);
    document.getElementById('manager').textContent = latest.manager;
    if (current.name === 'overview') drawOverview(latest);
    tabs();
  });
  mine.addEventListener('runs', (event) => {
    if (current.name === 'runs') views.runs.add(JSON.parse(event.data));
  });
}

function pause() {
  events?.close();
  events = null;
  wasLost = true; // what happened meanwhile is read when the tab is seen again
  connection.textContent = 'paused';
  connection.className = '';
}

window.addEventListener('hashchange', open);
document.addEventListener('visibilitychange', () => (document.hidden ? pause() : listen()));
listen();
latest = await api('overview').catch(() => null);
await open();
