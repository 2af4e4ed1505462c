package dev.drover.client;

import dev.drover.api.DecodeException;
import dev.drover.api.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The entry of a user in a kubeconfig file, whose tokens are kept up to date there.
///
/// A write holds the lock file that kubectl uses (`config.lock`), replaces the file in one step and
/// keeps its permissions; a link stays a link. All fields survive, comments do not.
///
/// @param file the kubeconfig
/// @param name of the user
record KubeconfigUser(Path file, String name) {
  private static final int LOCK_TRIES = 20;
  private static final long LOCK_PAUSE_MILLIS = 50;

  /// The configuration of the user's auth-provider as it is in the file now; empty if there is
  /// none.
  Map<String, String> providerConfig() throws IOException {
    Map<String, String> config = new LinkedHashMap<>();
    provider(read())
        .forEach(
            (key, value) -> {
              if (value instanceof String text) {
                config.put(key, text);
              }
            });
    return config;
  }

  /// Changes fields of the configuration of the user's auth-provider.
  ///
  /// @throws IOException when the file cannot be written, or another program has locked it
  void writeProviderConfig(Map<String, String> changes) throws IOException, InterruptedException {
    Path target = file.toRealPath();
    Path lock = target.resolveSibling(target.getFileName() + ".lock");
    lock(lock);
    try {
      Map<String, @Nullable Object> tree = read();
      provider(tree).putAll(changes);
      replace(target, Yaml.writeTree(tree));
    } finally {
      Files.deleteIfExists(lock);
    }
  }

  private static void lock(Path lock) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        Files.createFile(lock);
        return;
      } catch (FileAlreadyExistsException e) {
        if (tries == LOCK_TRIES) {
          throw new IOException("another program has locked it; if none runs, remove " + lock, e);
        }
        Thread.sleep(LOCK_PAUSE_MILLIS);
      }
    }
  }

  private static void replace(Path target, String text) throws IOException {
    Path fresh = Files.createTempFile(target.getParent(), ".kubeconfig-", ".tmp"); // owner only
    try {
      Files.writeString(fresh, text, StandardCharsets.UTF_8);
      PosixFileAttributeView view =
          Files.getFileAttributeView(
              target, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
      if (view != null) {
        Files.setPosixFilePermissions(fresh, view.readAttributes().permissions());
      }
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private Map<String, @Nullable Object> read() throws IOException {
    try {
      return copy(Yaml.readTree(Files.readAllBytes(file), file.toString()));
    } catch (DecodeException e) {
      throw new IOException("it is no kubeconfig any more: " + e.getMessage(), e);
    }
  }

  /// The configuration of the auth-provider inside a tree.
  @SuppressWarnings("unchecked") // copies have text as keys
  private Map<String, @Nullable Object> provider(Map<String, @Nullable Object> tree)
      throws IOException {
    if (tree.get("users") instanceof List<?> users) {
      for (Object user : users) {
        if (user instanceof Map<?, ?> entry
            && name.equals(entry.get("name"))
            && entry.get("user") instanceof Map<?, ?> inside
            && inside.get("auth-provider") instanceof Map<?, ?> provider
            && provider.get("config") instanceof Map<?, ?> config) {
          return (Map<String, @Nullable Object>) config;
        }
      }
    }
    throw new IOException("it has no auth-provider of the user '" + name + "' any more");
  }

  /// A deep copy that can be changed.
  private static Map<String, @Nullable Object> copy(Map<?, ?> tree) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    tree.forEach((key, value) -> copy.put(String.valueOf(key), copyOf(value)));
    return copy;
  }

  private static @Nullable Object copyOf(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> copy(map);
      case List<?> list -> {
        List<@Nullable Object> items = new ArrayList<>();
        list.forEach(item -> items.add(copyOf(item)));
        yield items;
      }
      case null, default -> value;
    };
  }
}
