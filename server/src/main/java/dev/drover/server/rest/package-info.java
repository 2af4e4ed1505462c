/// The resources of the API: what each verb does to stored objects.
///
/// Reading order: [ResourceRouter] finds the handler of a call (`CreateHandler`, `UpdateHandler`,
/// ...), which reads options and body and writes through [ObjectRegistry], where the rules are.
@NullMarked
package dev.drover.server.rest;

import org.jspecify.annotations.NullMarked;
