package dev.drover.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Gives the tests of a class and of its nested classes an API server, and each test a namespace of
/// its own.
///
/// ```java
/// @KubernetesTest
/// class IcecreamTest {
///   @Test
///   void icecreamGetsItsDeployment(TestCluster cluster) throws Exception {
///     Manager manager = cluster.manager("icecream-controller");
///     manager.install(Icecream.class);
///     Icecreams.addTo(manager);
///     manager.start();
///     cluster.client().create(vanilla(cluster.namespace()));
///     cluster.settle();
///     assertThat(manager.client().get(Deployment.class, cluster.namespace(), "vanilla")).isNotNull();
///   }
/// }
/// ```
///
/// Parameters may be a [TestCluster], a [dev.drover.client.Client], a
/// [dev.drover.client.ClientConfig], a [dev.drover.runtime.Manager] (named like the test class) or
/// a [dev.drover.runtime.lasso.SharedControllerFactory]. The server is the one in this JVM; with
/// `-Ddrover.test.server=real` it is kube-apiserver with etcd, for all classes alike.
///
/// In Go: {@index envtest.Environment}.
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KubernetesExtension.class)
public @interface KubernetesTest {
  /// The controllers of kube-controller-manager that run in the embedded server, `*` for all that
  /// it has; a real server runs none.
  String[] controllers() default {};

  /// Whether the embedded server simulates nodes: pods run and become ready, and all controllers
  /// run unless some are named. [TestCluster#settle] waits for them, too. A real server has none.
  boolean simulate() default false;
}
