// Small charts in SVG. Each says in words what it shows; colours come from the style sheet.

import { h, s, micros, clock } from './dom.js';

/** A line over the last two minutes. */
export function sparkline(values, label, kind) {
  const width = 160;
  const height = 36;
  const most = Math.max(1, ...values);
  const step = width / 119;
  const x = (i) => width - (values.length - 1 - i) * step;
  const y = (value) => height - 2 - (value / most) * (height - 6);
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  const area = values.length > 1
    ? `M${x(0).toFixed(1)},${height} L${points.join(' L')} L${width},${height} Z` : '';
  return s('svg', { class: `spark ${kind ?? ''}`, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, preserveAspectRatio: 'none' },
    s('path', { class: 'area', d: area }),
    s('polyline', { points: points.join(' '), 'vector-effect': 'non-scaling-stroke' }));
}

/** Runs over time, a lane for each controller. */
export function timeline(runs) {
  const shown = runs.filter((run) => run.outcome !== 'running');
  if (shown.length < 2) return null;
  const begins = shown.map((run) => Date.parse(run.began));
  const from = Math.min(...begins);
  const to = Math.max(...shown.map((run, i) => begins[i] + run.tookMicros / 1000), from + 1);
  const lanes = [...new Set(shown.map((run) => run.controller))].sort();
  const width = 1000;
  const lane = 22;
  const x = (at) => ((at - from) / (to - from)) * width;
  const height = lanes.length * lane;
  return h('figure', { class: 'timeline' },
    h('div', { class: 'lanes', 'aria-hidden': 'true' }, lanes.map((name) => h('span', null, name))),
    s('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', height,
      'aria-label': `${shown.length} runs between ${clock(from)} and ${clock(to)}` },
    lanes.map((_, i) => s('line', { class: 'lane', x1: 0, x2: width, y1: i * lane + lane / 2, y2: i * lane + lane / 2 })),
    shown.map((run, i) => s('rect', {
      class: run.failed ? 'bad' : run.outcome === 'done' ? 'good' : 'again',
      x: x(begins[i]).toFixed(2),
      y: lanes.indexOf(run.controller) * lane + 4,
      width: Math.max(2, (run.tookMicros / 1000 / (to - from)) * width).toFixed(2),
      height: lane - 8,
    }, s('title', null, `${run.controller} ${run.name}: ${run.outcome}, ${micros(run.tookMicros)}`)))),
    h('figcaption', null, h('span', null, clock(from)), h('span', null, clock(to))));
}

/** The requests of a run as bars over its time. */
export function waterfall(run) {
  const whole = Math.max(1, run.tookMicros);
  const bar = (from, took, kind, label) => s('svg', { class: 'bar', viewBox: '0 0 1000 14', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    s('rect', { class: 'track', x: 0, y: 6, width: 1000, height: 2 }),
    s('rect', { class: kind, x: (from / whole) * 1000, y: 0, width: Math.max(4, (took / whole) * 1000), height: 14, rx: 2 }));
  return h('ol', { class: 'waterfall' },
    h('li', null,
      h('span', { class: 'what' }, h('b', null, 'the run')),
      bar(0, whole, run.failed ? 'bad' : 'good', `the whole run, ${micros(run.tookMicros)}`),
      h('span', { class: 'num' }, micros(run.tookMicros))),
    run.requests.map((call) => h('li', null,
      h('span', { class: 'what' },
        h('span', { class: `verb ${call.method}` }, call.method), ' ',
        h('span', { class: 'path' }, call.path), ' ',
        h('span', { class: call.code >= 400 || call.code === 0 ? 'code bad' : 'code' }, call.code || 'no answer')),
      bar(call.atMicros, call.tookMicros, call.code >= 400 || call.code === 0 ? 'bad' : call.method === 'GET' ? 'read' : 'write',
        `${call.method} ${call.path}, after ${micros(call.atMicros)}, took ${micros(call.tookMicros)}`),
      h('span', { class: 'num' }, micros(call.tookMicros)))));
}

/** Which kind triggers which controller, and which kinds it writes. */
export function graph(data) {
  const rate = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)}/s`;
  const hot = new Set(data.hotLoops.map((loop) => loop.controller));
  const left = [...new Set(data.triggers.map((edge) => edge.kind))].sort();
  const right = [...new Set(data.writes.map((edge) => edge.kind))].sort();
  const middle = [...data.controllers].sort();
  const row = 56;
  const rows = Math.max(left.length, middle.length, right.length, 1);
  const height = rows * row + 36;
  const y = (list, name) => 36 + ((list.indexOf(name) + 0.5) * (rows * row)) / list.length;
  const most = Math.max(0.1, ...data.triggers.map((e) => e.rate), ...data.writes.map((e) => e.rate));
  const edge = (x1, y1, x2, y2, value, kind, title) => s('path', {
    class: `edge ${kind}`,
    d: `M${x1},${y1} C${(x1 + x2) / 2},${y1} ${(x1 + x2) / 2},${y2} ${x2},${y2}`,
    'stroke-width': (1.5 + 6 * (value / most)).toFixed(1),
  }, s('title', null, title));
  const node = (x, width, at, name, kind, note) => s('g', { class: `node ${kind}` },
    s('rect', { x, y: at - 19, width, height: 38, rx: 8 }),
    s('text', { x: x + width / 2, y: note ? at - 1 : at + 5 }, name),
    note ? s('text', { class: 'note', x: x + width / 2, y: at + 13 }, note) : null);
  const sum = (edges, name, key) => edges.filter((e) => e[key] === name).reduce((all, e) => all + e.rate, 0);
  const triggers = data.triggers.map((e) => edge(210, y(left, e.kind), 395, y(middle, e.controller), e.rate,
    e.own ? (hot.has(e.controller) ? 'hot' : 'own') : 'in',
    `${e.kind} triggers ${e.controller}: ${rate(e.rate)}${e.own ? ', by its own writes' : ''}`));
  const writes = data.writes.map((e) => edge(605, y(middle, e.controller), 790, y(right, e.kind), e.rate,
    hot.has(e.controller) ? 'hot' : 'out', `${e.controller} writes ${e.kind} (${e.method}): ${rate(e.rate)}`));
  return s('svg', { class: 'graph', viewBox: `0 0 1000 ${height}`, role: 'img',
    'aria-label': 'Which kinds trigger which controllers, and which kinds they write; the tables below say the same' },
  s('text', { class: 'head', x: 110, y: 18 }, 'triggers'),
  s('text', { class: 'head', x: 500, y: 18 }, 'controllers'),
  s('text', { class: 'head', x: 890, y: 18 }, 'writes'),
  triggers, writes,
  left.map((name) => node(10, 200, y(left, name), name, '', rate(sum(data.triggers, name, 'kind')))),
  middle.map((name) => node(395, 210, y(middle, name), name, hot.has(name) ? 'hot' : 'controller', rate(sum(data.triggers, name, 'controller')))),
  right.map((name) => node(790, 200, y(right, name), name, '', rate(sum(data.writes, name, 'kind')))));
}
