/// Tests of controllers without a cluster, without sleeping and without polling.
///
/// Reading order: [KubernetesTest][dev.drover.testkit.KubernetesTest] is put on a test class;
/// [TestCluster][dev.drover.testkit.TestCluster] is what its tests get. Package
/// [dev.drover.testkit.trial] repeats a test under the faults of a cluster.
@NullMarked
package dev.drover.testkit;

import org.jspecify.annotations.NullMarked;
