package dev.drover.testkit.trial;

/// A resource of one version, and where its collections are.
///
/// @param resource the plural
record ResourcePath(String group, String version, String resource) {
  /// Whether these are definitions of custom resources, which set-ups install as administrators.
  boolean isDefinition() {
    return resource.equals("customresourcedefinitions");
  }

  /// The path of the collection in a namespace; of the whole cluster if there is none.
  String in(String namespace) {
    return (group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version)
        + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
        + "/"
        + resource;
  }
}
