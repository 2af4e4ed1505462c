/// What a Kubernetes object is: names, metadata, events, selectors, patches, codecs. No I/O, no
/// threads.
module dev.drover.api {
  requires transitive org.jspecify; // at run time too: @Nullable makes a record's part optional
  requires org.snakeyaml.engine;

  exports dev.drover.api;
}
