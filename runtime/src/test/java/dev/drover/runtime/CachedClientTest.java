package dev.drover.runtime;

/// The cached client on the embedded server.
class CachedClientTest extends CachedClientContract {}
