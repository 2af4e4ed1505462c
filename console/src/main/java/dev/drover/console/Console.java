package dev.drover.console;

import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerExtension;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Phase;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The web page of a manager: its controllers, their runs with causes and requests, the objects
/// with their history, caches, queues and desired sets. Live, and without any further program.
///
/// ```java
/// Console console = Console.of(ConsoleOptions.defaults().with(o -> o.port(8090)));
/// try (var manager =
///     Manager.connect("shop", config, ManagerOptions.defaults().with(o -> o.extension(console)))) {
///   ...
///   manager.start();
///   System.out.println(console.url());      // http://127.0.0.1:8090/?token=...
/// }
/// ```
///
/// It listens on the loopback address, requires its token for everything, and changes nothing
/// unless [ConsoleOptions.Builder#actions] allows it. Data of Secrets, values of environment
/// variables, and whatever looks like a credential are never sent to the browser.
///
/// While no page is open, a run costs one record in a ring of fixed size; the ring keeps the
/// objects that caused the last [ConsoleOptions#runs] runs in memory.
///
/// One console shows one manager. Any number of threads.
public final class Console implements ManagerExtension {
  private final ConsoleOptions options;
  private @Nullable RunLog runs; // guarded by this
  private List<String> namespaces = List.of(); // of the manager; guarded by this
  private @Nullable ConsoleServer server; // guarded by this

  private Console(ConsoleOptions options) {
    this.options = options;
  }

  /// A console that works so.
  public static Console of(ConsoleOptions options) {
    return new Console(options);
  }

  /// How it works.
  public ConsoleOptions options() {
    return options;
  }

  /// Records the runs of the manager.
  @Override
  public synchronized ManagerOptions configure(String manager, ManagerOptions given) {
    if (runs != null) {
      throw new IllegalStateException(
          "a console shows one manager, and this one has its manager already: make another for "
              + manager);
    }
    RunLog log = new RunLog(options.runs(), given.time());
    runs = log;
    namespaces = given.otherNamespaces().isPresent() ? List.of() : given.namespaces();
    return given.with(
        o -> o.tracer(given.tracer().and(log)).layer(log).observer(given.observer().and(log)));
  }

  /// Serves the page as long as the manager runs.
  @Override
  public void connected(Manager manager) {
    RunLog log;
    List<String> scope;
    synchronized (this) {
      if (runs == null) {
        throw new IllegalStateException(
            "the console was connected before it was configured: name it in the options of the"
                + " manager");
      }
      log = runs;
      scope = namespaces;
    }
    Sampler sampler = new Sampler(manager, log);
    HealthProbe health = new HealthProbe(manager);
    OverviewView overview =
        new OverviewView(manager, log, sampler, health, scope, options.allowsActions());
    ConsoleServer made = new ConsoleServer(manager, log, overview, options);
    synchronized (this) {
      server = made;
    }
    manager.add(Phase.SERVER, sampler.component());
    manager.add(Phase.SERVER, health.component());
    manager.add(Phase.SERVER, made);
  }

  /// The address with the token, to be opened in a browser; empty while it does not listen.
  public synchronized Optional<URI> url() {
    return Optional.ofNullable(server).flatMap(ConsoleServer::url);
  }
}
