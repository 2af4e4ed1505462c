package dev.drover.server.flowcontrol;

/// The flow of a request: the unit of fairness.
///
/// @param schema name of the flow schema
/// @param level name of the priority level
/// @param distinguisher what tells flows of one schema apart: a user, a namespace, or nothing
public record Flow(
    String schema, String schemaUid, String level, String levelUid, String distinguisher) {}
