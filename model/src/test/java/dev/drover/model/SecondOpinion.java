package dev.drover.model;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TypeEntry;
import io.kubernetes.client.proto.V1;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// The protobuf classes of the official Java client, made by protoc from Kubernetes' own `.proto`
/// files.
final class SecondOpinion {
  /// Says of each class that it was made by an old protoc, which we cannot help.
  private static final Logger NOISE = Logger.getLogger("com.google.protobuf.GeneratedMessage");

  private static final int MAGIC_LENGTH = 4;
  private static final int RAW = 2;

  private final Map<String, Message> byName = new HashMap<>(); // full protobuf names to prototypes

  /// Finds every class in the jar.
  SecondOpinion() throws IOException, ReflectiveOperationException, URISyntaxException {
    NOISE.setLevel(Level.OFF);
    Path jar = Path.of(V1.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile file = new JarFile(jar.toFile())) {
      for (String entry : file.stream().map(e -> e.getName()).toList()) {
        if (entry.matches("io/kubernetes/client/proto/[A-Za-z0-9]+\\.class")) {
          addAll(Class.forName(entry.replaceAll("\\.class$", "").replace('/', '.')));
        }
      }
    }
  }

  private void addAll(Class<?> outer) throws ReflectiveOperationException {
    FileDescriptor file = (FileDescriptor) outer.getMethod("getDescriptor").invoke(null);
    for (Descriptor descriptor : file.getMessageTypes()) {
      Class<?> type = Class.forName(outer.getName() + "$" + descriptor.getName());
      Message prototype = (Message) type.getMethod("getDefaultInstance").invoke(null);
      byName.put(descriptor.getFullName(), prototype);
    }
  }

  /// The class of a kind, if there is one.
  private Optional<Message> prototype(GroupVersionKind gvk) {
    TypeEntry type = Table.typeOf(gvk);
    String folder = type.folder().replace('/', '.');
    return Stream.of("api.", "apimachinery.pkg.apis.", "apiextensions_apiserver.pkg.apis.")
        .map(root -> byName.get("k8s.io." + root + folder + "." + type.simpleName()))
        .filter(Objects::nonNull)
        .findFirst();
  }

  boolean knows(GroupVersionKind gvk) {
    return prototype(gvk).isPresent();
  }

  /// Reads an object that stands in its envelope.
  Message parse(byte[] object, GroupVersionKind gvk) throws IOException {
    return prototype(gvk).orElseThrow().getParserForType().parseFrom(raw(object));
  }

  /// The object without its envelope.
  static ByteString raw(byte[] object) throws IOException {
    return UnknownFieldSet.parseFrom(ByteString.copyFrom(object).substring(MAGIC_LENGTH))
        .getField(RAW)
        .getLengthDelimitedList()
        .getFirst();
  }

  /// What the classes have no name for: `Pod.spec: [44]`.
  static List<String> unknownFields(Message message) {
    List<String> found = new ArrayList<>();
    if (!message.getUnknownFields().asMap().isEmpty()) {
      found.add(
          message.getDescriptorForType().getFullName()
              + ": "
              + message.getUnknownFields().asMap().keySet());
    }
    for (Object value : message.getAllFields().values()) {
      for (Object item : value instanceof List<?> list ? list : List.of(value)) {
        if (item instanceof Message inner) {
          found.addAll(unknownFields(inner));
        }
      }
    }
    return found;
  }
}
