package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// A manager on a kube-apiserver.
@Tag("real")
class ManagerRealTest extends ManagerContract {}
