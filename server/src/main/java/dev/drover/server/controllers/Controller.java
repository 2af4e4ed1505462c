package dev.drover.server.controllers;

/// Moves the objects one step towards their desired state.
///
/// A pass looks at everything at one moment and acts on what it finds. Its own writes lead to
/// another pass, so it may leave to the next one what cannot be done yet. That costs a look at all
/// objects for each burst of writes, which is little for as many as fit into a process.
@FunctionalInterface
interface Controller {
  void pass(ClusterPass cluster);
}
