package dev.drover.runtime;

/// One run of a controller, for those who watch from outside.
///
/// @param controller the name of the controller
/// @param kind of the objects that it reconciles; empty when it has none of its own
/// @param request which object
/// @param id tells this run from all others
/// @param attempt the number of this run since the request last worked, from 1
/// @param reason why it happens
public record ReconcileRun(
    String controller, String kind, Request request, String id, int attempt, Reason reason) {}
