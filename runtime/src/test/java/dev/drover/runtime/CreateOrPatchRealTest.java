package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// `createOrPatch` on kube-apiserver.
@Tag("real")
class CreateOrPatchRealTest extends CreateOrPatchContract {}
