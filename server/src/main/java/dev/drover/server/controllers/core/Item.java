package dev.drover.server.controllers.core;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Resource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// An object as it is stored. Its tree is not to be changed.
public record Item(Resource resource, TreeNode object) {
  public TreeNode metadata() {
    return object.at("metadata");
  }

  public TreeNode spec() {
    return object.at("spec");
  }

  public TreeNode status() {
    return object.at("status");
  }

  public String uid() {
    return metadata().text("uid");
  }

  public String namespace() {
    return metadata().text("namespace");
  }

  public String name() {
    return metadata().text("name");
  }

  public long generation() {
    return metadata().number("generation", 0);
  }

  public String creationTime() {
    return metadata().text("creationTimestamp");
  }

  public Map<String, String> labels() {
    return metadata().textMap("labels");
  }

  /// The value of an annotation; empty if there is none.
  public String annotation(String name) {
    return metadata().at("annotations").text(name);
  }

  public boolean isBeingDeleted() {
    return metadata().has("deletionTimestamp");
  }

  public boolean hasFinalizer(String finalizer) {
    return metadata().texts("finalizers").contains(finalizer);
  }

  /// The owner reference of the controller, if there is one.
  public Optional<TreeNode> controllerReference() {
    return metadata().items("ownerReferences").stream()
        .filter(reference -> reference.isTrue("controller"))
        .findFirst();
  }

  /// Whether the object is managed by a controller on behalf of another.
  public boolean isControlledBy(Item owner) {
    return controllerReference()
        .map(reference -> reference.text("uid"))
        .filter(Predicate.isEqual(owner.uid()))
        .isPresent();
  }

  @Override
  public String toString() {
    String place = namespace().isEmpty() ? "" : namespace() + "/";
    return resource.gvr().resource() + " " + place + name();
  }
}
