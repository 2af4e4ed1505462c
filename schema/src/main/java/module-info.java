/// The type table of the built-in kinds, and what follows from it.
module dev.drover.schema {
  requires static transitive org.jspecify;
  requires transitive dev.drover.api;

  exports dev.drover.schema;
  exports dev.drover.schema.apply;
}
