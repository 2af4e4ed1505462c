package dev.drover.testkit.trial;

import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.OwnerReference;
import dev.drover.api.Scope;
import dev.drover.client.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/// Records the rights that the requests of a client need, as lines `group/resource verb`; the core
/// group is empty.
///
/// ```java
/// var rights = new RightsLog();
/// var manager = Manager.connect("shop", config, ManagerOptions.defaults().with(o -> o.layer(rights)));
/// ...
/// rights.appendTo(Path.of("target/drover-rights"));
/// ```
///
/// With the system property `drover.test.rights`, the name of a file, every manager of a
/// [dev.drover.testkit.TestCluster] does so, and `./drover rbac --from-tests` makes roles of that
/// file.
///
/// A reference to an owner that blocks its deletion needs `update` of the owner's finalizers, and
/// an event needs `patch` when it happens again: both are recorded with it. Any number of threads.
public final class RightsLog implements Transport.Layer {
  /// The system property that names the file.
  public static final String PROPERTY = "drover.test.rights";

  private final Set<String> lines = new ConcurrentSkipListSet<>();

  /// An empty log.
  public RightsLog() {}

  @Override
  public Transport.Response send(Transport.Request request, Transport next) throws IOException {
    ApiCall.of(request).ifPresent(call -> add(call, request));
    return next.send(request);
  }

  private void add(ApiCall call, Transport.Request request) {
    String group = call.path().group();
    if (group.equals("authorization.k8s.io") && call.path().resource().startsWith("selfsubject")) {
      return; // everyone may ask what they may do
    }
    String resource =
        call.subresource().isEmpty()
            ? call.path().resource()
            : call.path().resource() + "/" + call.subresource();
    String verb = call.verb().equals("apply") ? "patch" : call.verb();
    add(group, resource, verb);
    if (verb.equals("patch") && call.verb().equals("apply") && call.subresource().isEmpty()) {
      add(group, resource, "create"); // an apply creates what is not there
    }
    if (verb.equals("watch")) {
      add(group, resource, "list"); // where a server has no streaming lists
    }
    if (resource.equals("events") && verb.equals("create")) {
      add(group, resource, "patch"); // the same event again is counted in the first one
    }
    if (call.isWrite() && request.body() != null) {
      owners(request, request.body());
    }
  }

  private void add(String group, String resource, String verb) {
    lines.add(group + "/" + resource + " " + verb);
  }

  private void owners(Transport.Request request, byte[] body) {
    String type = request.headers().first("Content-Type").orElse("");
    Format format = type.contains("protobuf") ? Format.PROTOBUF : Format.JSON;
    Kind<?> any =
        Kind.dynamic(new GroupVersionKind("", "v1", "Object"), "objects", Scope.NAMESPACED)
            .metadataOnly();
    List<OwnerReference> owners;
    try {
      owners = any.codec().decode(body, format).metadata().ownerReferences();
    } catch (DecodeException | IllegalArgumentException e) {
      return; // a JSON patch, or what the server will refuse
    }
    for (OwnerReference owner : owners) {
      if (Boolean.TRUE.equals(owner.blockOwnerDeletion())) {
        GroupVersionKind kind = GroupVersionKind.parse(owner.apiVersion(), owner.kind());
        add(kind.group(), Plurals.guess(kind.kind()) + "/finalizers", "update");
      }
    }
  }

  /// The rights so far, sorted.
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /// Appends the rights to a file, which is created if it is not there.
  ///
  /// @throws UncheckedIOException when it cannot be written
  public void appendTo(Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the rights of a test", e);
    }
  }

  /// The file that the system property names.
  public static Optional<Path> file() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
  }
}
