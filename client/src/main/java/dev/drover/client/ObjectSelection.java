package dev.drover.client;

import dev.drover.api.FieldSelector;
import dev.drover.api.Selector;
import java.util.function.BiConsumer;

/// The objects of a list or a watch: those whose labels and fields match.
record ObjectSelection(Selector labels, FieldSelector fields) {
  static final ObjectSelection ALL =
      new ObjectSelection(Selector.everything(), FieldSelector.everything());

  ObjectSelection withLabels(Selector changed) {
    return new ObjectSelection(changed, fields);
  }

  ObjectSelection withFields(FieldSelector changed) {
    return new ObjectSelection(labels, changed);
  }

  /// Writes the parameters of a request.
  ///
  /// @throws IllegalArgumentException for a selector that matches nothing: requests cannot say that
  void write(BiConsumer<String, String> add) {
    if (labels.isNothing()) {
      throw new IllegalArgumentException("a selector of nothing cannot be sent to the server");
    }
    add.accept("labelSelector", labels.isEverything() ? "" : labels.toString());
    add.accept("fieldSelector", fields.isEverything() ? "" : fields.toString());
  }
}
