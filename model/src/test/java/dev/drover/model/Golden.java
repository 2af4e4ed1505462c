package dev.drover.model;

import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.TypeMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// One object of Kubernetes' own test data, which has every field of every kind filled, in three
/// formats.
///
/// @param folder the release, `HEAD` or one before it
/// @param name the files' name without their endings
record Golden(Path folder, String name) {
  private static final Path HEAD = Path.of(System.getProperty("drover.golden"));
  private static final String AFTER_ROUND_TRIP = ".after_roundtrip";

  /// The objects of the current release.
  static List<Golden> head() {
    return in(HEAD).toList();
  }

  /// The objects of releases before.
  static List<Golden> olderReleases() {
    return list(HEAD.getParent())
        .filter(folder -> folder.getFileName().toString().startsWith("v1."))
        .sorted()
        .flatMap(Golden::in)
        .toList();
  }

  private static Stream<Golden> in(Path folder) {
    return list(folder)
        .map(file -> file.getFileName().toString())
        .filter(name -> name.endsWith(".json") && !name.contains(AFTER_ROUND_TRIP))
        .sorted()
        .map(name -> new Golden(folder, name.substring(0, name.length() - ".json".length())));
  }

  private static Stream<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  GroupVersionKind gvk() {
    return TypeMeta.of(json(), Format.JSON).gvk();
  }

  byte[] json() {
    return read(name + ".json");
  }

  byte[] protobuf() {
    return read(name + ".pb");
  }

  /// What the current release makes of an older one's JSON: fields that are gone are lost, new ones
  /// have their zero.
  byte[] jsonAfterRoundTrip() {
    return afterRoundTrip(".json");
  }

  /// The same for protobuf.
  byte[] protobufAfterRoundTrip() {
    return afterRoundTrip(".pb");
  }

  private byte[] afterRoundTrip(String ending) {
    String changed = name + AFTER_ROUND_TRIP + ending;
    return read(Files.exists(folder.resolve(changed)) ? changed : name + ending);
  }

  Path yaml() {
    return folder.resolve(name + ".yaml");
  }

  private byte[] read(String file) {
    try {
      return Files.readAllBytes(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return folder.getFileName() + "/" + name;
  }
}
