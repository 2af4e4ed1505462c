package dev.drover.server.conformance;

/// One request with its answer.
///
/// @param request what was asked, for messages
record Exchange(String request, Reply reply) {}
