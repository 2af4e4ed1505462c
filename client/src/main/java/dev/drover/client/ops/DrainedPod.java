package dev.drover.client.ops;

import dev.drover.api.ObjectKey;

/// A pod that a drain removed.
///
/// @param warning what was lost with it; empty if nothing was
public record DrainedPod(ObjectKey key, String warning) {}
