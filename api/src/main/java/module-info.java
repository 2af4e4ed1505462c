/// What a Kubernetes object is: names, metadata, events, selectors, patches, codecs. No I/O, and no
/// threads but short-lived ones with a large stack, for values nested very deeply. Also the
/// life-cycle type with which all modules of Drover own their threads.
@SuppressWarnings("module") // the modules of the qualified exports are compiled later
module dev.drover.api {
  requires transitive org.jspecify; // at run time too: @Nullable makes a record's part optional
  requires org.snakeyaml.engine;

  exports dev.drover.api;
  exports dev.drover.api.codec;
  exports dev.drover.api.crd;
  exports dev.drover.api.lifecycle to
      dev.drover.client,
      dev.drover.informer,
      dev.drover.recipes,
      dev.drover.runtime,
      dev.drover.server;
  exports dev.drover.api.text to
      dev.drover.client,
      dev.drover.informer,
      dev.drover.runtime,
      dev.drover.server;
}
