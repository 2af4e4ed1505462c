package dev.drover.server.core;

import dev.drover.api.Bytes;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Collects facts about a call while it is served: warnings for the client; annotations and the
/// object that was sent, for the audit log.
///
/// For one call, and the one thread that serves it.
public final class CallNotes {
  private final SequencedSet<String> warnings = new LinkedHashSet<>();
  private final Map<String, String> annotations = new TreeMap<>();
  private final Map<String, String> details = new TreeMap<>();
  private @Nullable Sent sent; // null until an object was read

  /// What a client sent.
  ///
  /// @param body an object with `apiVersion` and `kind`; a patch as it came
  public record Sent(Object body, boolean isPatch) {}

  /// Warns the client; the same warning reaches it once.
  public void warn(String text) {
    warnings.add(text);
  }

  /// The warnings in the order in which they came.
  public List<String> warnings() {
    return new ArrayList<>(warnings);
  }

  /// Annotates the audit event; the first value of a key stays.
  public void annotate(String key, String value) {
    annotations.putIfAbsent(key, value);
  }

  /// Annotates the audit event if it shows requests as well, from the level `Request` on.
  public void annotateInDetail(String key, String value) {
    details.putIfAbsent(key, value);
  }

  /// The annotations of the audit event, by key.
  public Map<String, String> annotations(boolean inDetail) {
    Map<String, String> all = new TreeMap<>(annotations);
    if (inDetail) {
      details.forEach(all::putIfAbsent);
    }
    return all;
  }

  /// Notes the object that was sent, as it was read, with its defaults.
  public void sent(TreeNode object) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("kind", object.text("kind"));
    tree.put("apiVersion", object.text("apiVersion"));
    TreeNode.copyOf(object.map()).map().forEach(tree::putIfAbsent);
    sent = new Sent(tree, false);
  }

  /// Notes the patch that was sent.
  public void sentPatch(Bytes patch) {
    sent = new Sent(patch, true);
  }

  /// What was sent, if it was read.
  public Optional<Sent> sent() {
    return Optional.ofNullable(sent);
  }
}
