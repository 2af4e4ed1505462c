package dev.drover.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A value that is parsed from files, and parsed again when their content changes.
///
/// Files that are missing, half written or wrong leave the last good value in place: a rotation in
/// progress must not stop a program that works. Not thread safe.
final class ReloadingValue<T> {
  private final List<PemSource> sources;
  private final Function<List<byte[]>, T> parser;
  private final String what;
  private @Nullable List<byte[]> content; // what the value was made of
  private @Nullable T value;
  private String complaint = ""; // said already

  /// @param parser makes the value of the content of the sources; throws [IllegalArgumentException]
  /// @param what the value is, for messages
  ReloadingValue(List<PemSource> sources, Function<List<byte[]>, T> parser, String what) {
    this.sources = List.copyOf(sources);
    this.parser = parser;
    this.what = what;
  }

  boolean hasFiles() {
    return sources.stream().anyMatch(source -> source instanceof PemSource.OfFile);
  }

  /// The value, which is the same instance as before unless the content changed.
  ///
  /// @throws ConfigException if there never was a good value
  T get() {
    T old = value;
    try {
      List<byte[]> now = read();
      if (old != null && content != null && isSame(content, now)) {
        return old;
      }
      T made = parser.apply(now);
      value = made;
      content = now;
      complaint = "";
      if (old != null) {
        log().info("client credentials: {} changed, new connections use it", what);
      }
      return made;
    } catch (IllegalArgumentException e) {
      if (old == null) {
        throw new ConfigException("cannot use " + what + ": " + e.getMessage(), e);
      }
      complain(String.valueOf(e.getMessage()));
      return old;
    }
  }

  private List<byte[]> read() {
    List<byte[]> all = new ArrayList<>();
    for (PemSource source : sources) {
      try {
        all.add(source.read());
      } catch (IOException e) {
        throw new IllegalArgumentException("cannot read " + source.describe() + Reasons.of(e), e);
      }
    }
    return all;
  }

  private static boolean isSame(List<byte[]> one, List<byte[]> other) {
    for (int i = 0; i < one.size(); i++) {
      if (!Arrays.equals(one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  private void complain(String problem) {
    if (!problem.equals(complaint)) {
      log()
          .warn(
              "client credentials: {} cannot be renewed, the old one stays in use: {}",
              what,
              problem);
      complaint = problem;
    }
  }

  /// No constant: to find the library for logging, every jar of the class path is opened, and this
  /// class is needed before the first connection can be made.
  private static Logger log() {
    return LoggerFactory.getLogger(ReloadingValue.class);
  }
}
