package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Reconcilers on a kube-apiserver.
@Tag("real")
class ReconcileRealTest extends ReconcileContract {}
