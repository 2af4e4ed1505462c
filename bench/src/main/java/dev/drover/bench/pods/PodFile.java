package dev.drover.bench.pods;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The lists that are decoded, as files.
public enum PodFile {
  JSON("pods.json", Pods.STANDARD),
  JSON_BARE("pods-bare.json", Pods.STANDARD.withoutManagedFields()),
  PROTOBUF("pods.protobuf", Pods.STANDARD),
  PROTOBUF_BARE("pods-bare.protobuf", Pods.STANDARD.withoutManagedFields()),
  // For a decoder that is too slow, and needs too much memory, for the whole list.
  JSON_SHORT("pods-short.json", Pods.SHORT);

  private final String file;
  public final Pods pods;

  PodFile(String file, Pods pods) {
    this.file = file;
    this.pods = pods;
  }

  public Path in(Path folder) {
    return folder.resolve(file);
  }

  /// Writes all of them.
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException("pods takes the folder to write to");
    }
    Path folder = Files.createDirectories(Path.of(args[0]));
    for (PodFile json : new PodFile[] {JSON, JSON_BARE, JSON_SHORT}) {
      byte[] list = json.pods.json();
      Files.write(json.in(folder), list);
      if (json == JSON || json == JSON_BARE) {
        PodFile protobuf = json == JSON ? PROTOBUF : PROTOBUF_BARE;
        Files.write(protobuf.in(folder), Pods.toProtobuf(list));
      }
    }
  }
}
