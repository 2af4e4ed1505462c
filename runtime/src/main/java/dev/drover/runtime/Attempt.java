package dev.drover.runtime;

import java.time.Instant;
import java.util.Optional;

/// One run of a controller for one request.
///
/// @param id tells it from all others
/// @param number since the request last worked, from 1
/// @param lastError why the last one did not work, if it did not
/// @param reason why it happens
/// @param deadline when it is interrupted, if there is a limit
record Attempt(
    Request request,
    String id,
    int number,
    Optional<Throwable> lastError,
    Reason reason,
    Optional<Instant> deadline) {}
