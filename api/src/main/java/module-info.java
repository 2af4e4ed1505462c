/// What a Kubernetes object is: names, metadata, events, selectors, patches, codecs. No I/O; the
/// only threads are short-lived ones with a large stack, for values nested very deeply.
@SuppressWarnings("module") // the modules of the qualified exports are compiled later
module dev.drover.api {
  requires transitive org.jspecify; // at run time too: @Nullable makes a record's part optional
  requires org.snakeyaml.engine;

  exports dev.drover.api;
  exports dev.drover.api.codec;
  exports dev.drover.api.crd;
  exports dev.drover.api.text to
      dev.drover.client,
      dev.drover.informer,
      dev.drover.runtime,
      dev.drover.server;
}
