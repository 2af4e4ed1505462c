package dev.drover.client.pods;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// An ephemeral container that is added to a running pod, as `kubectl debug` does.
///
/// ```java
/// pods.debug("web-0", DebugContainer.of("shell", "busybox:1").with(c -> c.target("web").stdin(true).tty(true)));
/// try (var session = pods.attach("web-0", SessionOptions.defaults().with(o -> o.container("shell").stdin(true)))) { ... }
/// ```
public final class DebugContainer {
  private final String name;
  private final String image;
  private final List<String> command;
  private final String target;
  private final boolean stdin;
  private final boolean tty;
  private final Map<String, String> env;

  private DebugContainer(Builder from) {
    this.name = from.name;
    this.image = from.image;
    this.command = List.copyOf(from.command);
    this.target = from.target;
    this.stdin = from.stdin;
    this.tty = from.tty;
    this.env = new LinkedHashMap<>(from.env);
  }

  /// A container of this name and image, which runs the image's own command.
  public static DebugContainer of(String name, String image) {
    return new DebugContainer(new Builder(name, image));
  }

  /// A copy with changes.
  public DebugContainer with(Consumer<Builder> change) {
    Builder builder = new Builder(name, image);
    builder.command.addAll(command);
    builder.target = target;
    builder.stdin = stdin;
    builder.tty = tty;
    builder.env.putAll(env);
    change.accept(builder);
    return new DebugContainer(builder);
  }

  /// Its name, which no other container of the pod has.
  public String name() {
    return name;
  }

  /// Its image.
  public String image() {
    return image;
  }

  Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", name);
    tree.put("image", image);
    if (!command.isEmpty()) {
      tree.put("command", command);
    }
    if (!target.isEmpty()) {
      tree.put("targetContainerName", target);
    }
    if (stdin) {
      tree.put("stdin", true);
    }
    if (tty) {
      tree.put("tty", true);
    }
    if (!env.isEmpty()) {
      List<Map<String, String>> variables = new ArrayList<>();
      env.forEach((key, value) -> variables.add(Map.of("name", key, "value", value)));
      tree.put("env", variables);
    }
    return tree;
  }

  /// Name and image; variables may be secret.
  @Override
  public String toString() {
    return "DebugContainer[" + name + ", " + image + "]";
  }

  /// Changes a container. Not thread safe.
  public static final class Builder {
    private final String name;
    private final String image;
    private final List<String> command = new ArrayList<>();
    private String target = "";
    private boolean stdin;
    private boolean tty;
    private final Map<String, String> env = new LinkedHashMap<>();

    private Builder(String name, String image) {
      this.name = name;
      this.image = image;
    }

    /// The command in place of the image's own.
    public Builder command(String... words) {
      command.clear();
      command.addAll(List.of(words));
      return this;
    }

    /// The container whose processes it sees.
    public Builder target(String container) {
      target = container;
      return this;
    }

    /// Whether its process has input, for [PodClient#attach].
    public Builder stdin(boolean changed) {
      stdin = changed;
      return this;
    }

    /// Whether its process runs in a terminal.
    public Builder tty(boolean changed) {
      tty = changed;
      return this;
    }

    /// Adds an environment variable.
    public Builder env(String key, String value) {
      env.put(key, value);
      return this;
    }
  }
}
