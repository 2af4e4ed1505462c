/// Wrangler's patterns over the public API of the runtime: desired sets, generating, status and
/// remove handlers, related resources, conditions, children that rotate.
module dev.drover.recipes {
  requires transitive dev.drover.runtime;
  requires dev.drover.certificates;

  exports dev.drover.recipes;
  exports dev.drover.recipes.children;
  exports dev.drover.recipes.condition;
  exports dev.drover.recipes.set;
}
