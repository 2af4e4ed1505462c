/// Everything needed to write a controller; holds no code of its own.
///
/// ```java
/// module shop {
///   requires dev.drover;
/// }
/// ```
module dev.drover {
  requires transitive dev.drover.api;
  requires transitive dev.drover.client;
  requires transitive dev.drover.informer;
  requires transitive dev.drover.model;
  requires transitive dev.drover.recipes;
  requires transitive dev.drover.runtime;
}
