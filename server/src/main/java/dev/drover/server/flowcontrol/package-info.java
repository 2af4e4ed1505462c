/// Classifies requests by flow schema and priority level, so that responses carry the headers of
/// kube-apiserver. No request is queued or rejected by them: one process needs no fairness among
/// its own tests.
///
/// Reading order: [FlowSchemas], `FlowSchema`.
@NullMarked
package dev.drover.server.flowcontrol;

import org.jspecify.annotations.NullMarked;
