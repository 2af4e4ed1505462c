package dev.drover.runtime;

/// Kinds that come and go on the embedded server.
class WhenInstalledTest extends WhenInstalledContract {}
