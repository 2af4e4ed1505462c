package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Own writes in forms with fewer fields on a kube-apiserver.
@Tag("real")
class OwnWritesInOtherFormsRealTest extends OwnWritesInOtherFormsContract {}
