/// The type table of the built-in kinds, and what follows from it. For the API server and the
/// generator of the model; user code does not need it.
// Modules that are not on the module path of this build; RE2/J names no module.
@SuppressWarnings({"module", "requires-automatic"})
module dev.drover.schema {
  requires static transitive org.jspecify;
  requires transitive dev.drover.api;
  requires re2j;

  exports dev.drover.schema to
      dev.drover.cel,
      dev.drover.crd,
      dev.drover.model.generator,
      dev.drover.server;
  exports dev.drover.schema.apply to
      dev.drover.server;
}
