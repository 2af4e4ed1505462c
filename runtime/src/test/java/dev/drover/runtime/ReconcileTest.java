package dev.drover.runtime;

/// Reconcilers on the embedded server.
class ReconcileTest extends ReconcileContract {}
