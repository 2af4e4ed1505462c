package dev.drover.cli;

import dev.drover.api.DynamicObject;
import dev.drover.api.FieldSelector;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Selector;
import dev.drover.client.Client;
import dev.drover.client.RestMapping;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.Deletion;
import dev.drover.informer.EventHandler;
import dev.drover.informer.Reflector;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.informer.WatchErrorHandler;
import java.io.PrintWriter;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./drover watch`: prints each change of the objects of a resource until a signal arrives.
@Command(
    name = "watch",
    description = "Prints each object that is there, created, updated or deleted, until Ctrl-C.")
final class WatchCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

  @Mixin private final Terminal terminal = new Terminal();

  @Parameters(
      paramLabel = "RESOURCE",
      description = "as kubectl names it: pods, po, deployments.apps, icecreams")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String resource;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "only objects of this namespace; none: of all")
  private @Nullable String namespace;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SEL",
      description = "only objects with these labels, as in app=web")
  private @Nullable String labels;

  @Option(
      names = "--field-selector",
      paramLabel = "SEL",
      description = "only objects with these fields, as in spec.nodeName=n1")
  private @Nullable String fields;

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Override
  public Integer call() throws InterruptedException {
    try (StopSignal stop = StopSignal.listen(0);
        Client client = Client.connect(cluster.config())) {
      RestMapping mapping = client.mapper().mappingFor(resource);
      Kind<DynamicObject> kind = dynamic(mapping);
      try (var informer = SharedIndexInformer.of(client.resources(kind), options(kind))) {
        watch(informer, kind, stop);
      }
    }
    return 0;
  }

  private static Kind<DynamicObject> dynamic(RestMapping mapping) {
    Kind<?> kind = mapping.kind();
    return Kind.dynamic(kind.gvk(), kind.plural(), kind.scope());
  }

  private CacheOptions<DynamicObject> options(Kind<?> kind) {
    if (namespace != null && !kind.isNamespaced()) {
      throw new IllegalArgumentException(
          kind.plural() + " are not in a namespace: leave -n " + namespace + " out");
    }
    return CacheOptions.<DynamicObject>defaults()
        .with(
            o ->
                o.namespaces(namespace == null ? List.of() : List.of(namespace))
                    .labels(labels == null ? Selector.everything() : Selector.parse(labels))
                    .fields(
                        fields == null ? FieldSelector.everything() : FieldSelector.parse(fields))
                    .withoutManagedFields());
  }

  private void watch(
      SharedIndexInformer<DynamicObject> informer, Kind<DynamicObject> kind, StopSignal stop)
      throws InterruptedException {
    informer.setWatchErrorHandler(new Trouble(terminal.err()));
    informer.start();
    new SyncProgress(terminal.err(), Terminal.isThere()).await(informer);
    informer.addEventHandler(new Printer(kind.singular(), terminal.out()));
    stop.await();
  }

  /// Prints each error once, however often the request is retried.
  private static final class Trouble implements WatchErrorHandler {
    private final PrintWriter err;
    private String said = ""; // used by the informer's thread alone

    Trouble(PrintWriter err) {
      this.err = err;
    }

    @Override
    public void failed(Reflector<?> reflector, RuntimeException error) {
      String reason = String.valueOf(error.getMessage());
      if (!reason.equals(said)) {
        err.println((Terminal.isThere() ? "\r" : "") + "still trying: " + reason);
        err.flush();
        said = reason;
      }
    }
  }

  /// Prints one line for each change.
  private static final class Printer implements EventHandler<DynamicObject> {
    private final String kind;
    private final PrintWriter out;

    Printer(String kind, PrintWriter out) {
      this.kind = kind;
      this.out = out;
    }

    @Override
    public void onAdd(DynamicObject object, boolean isInInitialList) {
      print(isInInitialList ? "there" : "created", object.key(), version(object));
    }

    @Override
    public void onUpdate(DynamicObject before, DynamicObject now) {
      print("updated", now.key(), version(before) + " -> " + version(now));
    }

    @Override
    public void onDelete(Deletion<DynamicObject> deletion) {
      print("deleted", deletion.key(), deletion.lastKnown().map(Printer::version).orElse(""));
    }

    private static String version(DynamicObject object) {
      return object.metadata().resourceVersion();
    }

    private void print(String what, ObjectKey key, String version) {
      String time = LocalTime.now(ZoneId.systemDefault()).format(TIME);
      out.printf("%s %-7s %s %s  %s%n", time, what, kind, key, version);
      out.flush();
    }
  }
}
