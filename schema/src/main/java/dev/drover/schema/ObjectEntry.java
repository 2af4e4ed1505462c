package dev.drover.schema;

import dev.drover.api.GroupVersionKind;

/// An object with a kind of its own that is no resource, such as `Scale` or `Eviction`: one `O`
/// line of the table.
///
/// @param gvk the kind's full name
/// @param type its struct type, such as `autoscaling/v1.Scale`
public record ObjectEntry(GroupVersionKind gvk, String type) {}
