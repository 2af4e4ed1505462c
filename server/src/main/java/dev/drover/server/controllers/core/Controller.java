package dev.drover.server.controllers.core;

/// Moves the objects one step towards their desired state.
///
/// A pass looks at everything at one moment and acts on what it finds. Its own writes lead to
/// another pass, so it may leave to the next one what cannot be done yet. That costs a look at all
/// objects of some kinds for each burst of writes, which is little for as many as fit into a
/// process. What depends on time asks for another pass with [ClusterPass#wakeAt].
///
/// Controllers keep no state of their own: everything that they know is in the objects, so that a
/// restart, or a clock that is moved by hand, changes nothing. The history of autoscalers is the
/// exception.
@FunctionalInterface
public interface Controller {
  void pass(ClusterPass cluster);
}
