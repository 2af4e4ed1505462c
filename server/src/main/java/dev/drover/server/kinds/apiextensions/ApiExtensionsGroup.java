package dev.drover.server.kinds.apiextensions;

import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `apiextensions.k8s.io`.
public final class ApiExtensionsGroup {
  private ApiExtensionsGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("apiextensions.k8s.io", 16_700)
        .version("v1", 15)
        .kinds(
            KindDefinition.of("CustomResourceDefinition", new CustomResourceDefinitionStrategy())
                .hashedAs("v1beta1"));
  }
}
