/// What a Kubernetes object is: names, metadata, events, selectors, patches, codecs. No I/O; the
/// only threads are short-lived ones with a large stack, for values nested very deeply.
module dev.drover.api {
  requires transitive org.jspecify; // at run time too: @Nullable makes a record's part optional
  requires org.snakeyaml.engine;

  exports dev.drover.api;
}
