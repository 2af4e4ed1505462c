package dev.drover.server.openapi;

import java.util.Map;

/// What the fields of `metadata` mean: the only built-in type with descriptions, because every
/// custom resource has it, too.
final class MetadataTexts {
  static final String TYPE = "meta/v1.ObjectMeta";

  private static final Map<String, String> BY_FIELD =
      Map.ofEntries(
          Map.entry("annotations", "Annotations are values for programs; nothing selects by them."),
          Map.entry(
              "creationTimestamp",
              "CreationTimestamp is a timestamp that the server sets when it creates the object."),
          Map.entry(
              "deletionGracePeriodSeconds",
              "DeletionGracePeriodSeconds is the time that the object has left when it is"
                  + " deleted."),
          Map.entry(
              "deletionTimestamp",
              "DeletionTimestamp is set when the deletion is requested. The object is gone when its"
                  + " finalizers are removed and its grace period is over."),
          Map.entry(
              "finalizers", "Finalizers keep a deleted object until each of them is removed."),
          Map.entry(
              "generateName",
              "GenerateName is the beginning of a name that the server completes; used if there is"
                  + " no name."),
          Map.entry("generation", "Generation grows with each change of the desired state."),
          Map.entry("labels", "Labels are short values that selectors can refer to."),
          Map.entry("managedFields", "ManagedFields says which field manager owns which fields."),
          Map.entry("name", "Name identifies the object among those of its kind and namespace."),
          Map.entry(
              "namespace",
              "Namespace is the space in which the name is unique; empty for some kinds."),
          Map.entry(
              "ownerReferences",
              "OwnerReferences are the objects that this one depends on. It is deleted when all of"
                  + " them are gone."),
          Map.entry(
              "resourceVersion",
              "ResourceVersion changes with each write. An update with an old one is refused."),
          Map.entry("selfLink", "SelfLink is no longer set."),
          Map.entry(
              "uid",
              "UID distinguishes the object from any other, also from a later one of its name."));

  private MetadataTexts() {}

  /// Describes a property; other fields have no description.
  static void describe(String field, Map<String, ? super String> property) {
    String text = BY_FIELD.get(field);
    if (text != null) {
      property.put("description", text);
    }
  }
}
