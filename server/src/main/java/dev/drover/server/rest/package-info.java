/// The verbs of the API on stored objects.
///
/// Reading order: [ResourceRouter] finds the handler of a request (`CreateHandler`,
/// `UpdateHandler`, ...), which reads options and body and calls [ObjectRegistry]; that runs
/// `CreateOperation`, `UpdateOperation` or `DeleteOperation`, where strategies, admission plug-ins
/// and field ownership come together. `Output` and `Tables` write objects back in the requested
/// form.
@NullMarked
package dev.drover.server.rest;

import org.jspecify.annotations.NullMarked;
