/// Which flow schema and priority level a request belongs to. Nothing is held back by them: one
/// process has no use for priorities among its own tests, but answers name them as kube-apiserver's
/// do.
@NullMarked
package dev.drover.server.flow;

import org.jspecify.annotations.NullMarked;
