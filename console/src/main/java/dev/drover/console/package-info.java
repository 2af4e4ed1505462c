/// The console: a web page and a JSON API that show what a running manager does, and why.
///
/// Reading order: a [Console][dev.drover.console.Console] extends a manager. It records runs in a
/// `RunLog`, and counts them each second with a `Sampler`. `ConsoleServer` answers requests that
/// `Access` lets through: with the files of the page, with the views of the JSON API
/// (`OverviewView` and the others), or with an `EventStream`. `Masking` hides secrets in everything
/// that is shown.
@NullMarked
package dev.drover.console;

import org.jspecify.annotations.NullMarked;
