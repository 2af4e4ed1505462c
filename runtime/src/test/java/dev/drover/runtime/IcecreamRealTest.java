package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// The program of page one on a kube-apiserver.
@Tag("real")
class IcecreamRealTest extends IcecreamContract {}
