/// Everything needed to write a controller; holds no code of its own.
module dev.drover {
  requires transitive dev.drover.api;
  requires transitive dev.drover.client;
  requires transitive dev.drover.model;
}
