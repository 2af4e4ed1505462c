package dev.drover.client;

import dev.drover.api.text.Troubleshooting;
import java.io.File;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds a configuration by the rules that kubectl and every program in Go follow.
///
/// ```
///   --kubeconfig ──▶ that file, which must be there
///   $KUBECONFIG  ──▶ its files as one, those that are missing left out
///   neither      ──▶ ~/.kube/config
///   no cluster in what was found ──▶ the pod's service account
/// ```
///
/// One difference: a context that names a missing user is an error, not anonymous.
final class ConfigLoader {
  private final ConfigEnvironment around;
  private final InCluster pod;

  ConfigLoader(ConfigEnvironment around) {
    this.around = around;
    this.pod = new InCluster(around);
  }

  /// Files that were looked for, and what was in them.
  private record Found(Kubeconfig kubeconfig, String tried) {}

  ClientConfig load(ConfigArgs args) {
    String named = args.kubeconfig();
    List<Path> files = named != null ? List.of(Path.of(named)) : usualFiles();
    return explained(
        () -> load(args, named != null ? one(files.getFirst()) : usual(files)),
        () -> KubeconfigCheck.files(files));
  }

  private ClientConfig load(ConfigArgs args, Found found) {
    Selection selection = select(found.kubeconfig, args.context(), found.tried);
    Optional<String> noPod = pod.missing();
    ClientConfig.Builder builder = selection.builder();
    if (builder == null && noPod.isPresent()) {
      throw new ConfigException(
          "found no cluster to connect to: "
              + selection.problem(found.tried)
              + "; "
              + noPod.get()
              + ". Name a kubeconfig with --kubeconfig or in $KUBECONFIG");
    }
    if (builder == null) {
      builder = pod.builder();
    } else if (selection.context.namespace() == null && noPod.isEmpty()) {
      builder.namespace(pod.namespace());
    }
    if (args.namespace() != null) {
      builder.namespace(args.namespace());
    }
    return finish(builder);
  }

  ClientConfig file(Path file, @Nullable String context) {
    return explained(() -> single(one(file), context), () -> KubeconfigCheck.files(List.of(file)));
  }

  ClientConfig bytes(byte[] content, @Nullable String context) {
    String origin = "the given kubeconfig";
    return explained(
        () ->
            single(
                new Found(Kubeconfig.read(content, origin, Path.of("").toAbsolutePath()), origin),
                context),
        () -> KubeconfigCheck.bytes(content, origin));
  }

  /// A failure of `load` also lists everything that is wrong with the kubeconfigs: with only the
  /// first mistake named, repairing a file takes as many attempts as it has mistakes. It ends with
  /// its place in the guide.
  private static ClientConfig explained(
      Supplier<ClientConfig> load, Supplier<List<KubeconfigProblem>> problems) {
    try {
      return load.get();
    } catch (ConfigException e) {
      // One with a file as a whole is what `load` failed with.
      List<KubeconfigProblem> all = problems.get().stream().filter(p -> p.line() > 0).toList();
      String others =
          all.isEmpty()
              ? ""
              : "\nEverything that is wrong there:"
                  + all.stream().map(problem -> "\n  " + problem).collect(Collectors.joining());
      throw new ConfigException(Troubleshooting.START.in(e.getMessage() + others), e);
    }
  }

  private ClientConfig single(Found found, @Nullable String context) {
    Selection selection = select(found.kubeconfig, context, found.tried);
    ClientConfig.Builder builder = selection.builder();
    if (builder == null) {
      throw new ConfigException(selection.problem(found.tried));
    }
    return finish(builder);
  }

  ClientConfig inCluster() {
    return explained(() -> finish(pod.builder()), List::of);
  }

  private ClientConfig finish(ClientConfig.Builder builder) {
    ProxyVariables proxies = ProxyVariables.of(around);
    ClientConfig config = builder.clock(around.clock()).proxies(proxies).build();
    if (config.proxy().isPresent()) {
      return config;
    }
    return proxies
        .proxyFor(config.server())
        .map(proxy -> config.with(changed -> changed.proxy(proxy)))
        .orElse(config);
  }

  private static Found one(Path file) {
    try {
      return new Found(Kubeconfig.read(file), file.toString());
    } catch (IOException e) {
      throw new ConfigException("cannot read the kubeconfig " + file + Reasons.of(e), e);
    }
  }

  private List<Path> usualFiles() {
    String variable = around.variable("KUBECONFIG");
    return variable.isEmpty() ? List.of(around.home().resolve(".kube/config")) : split(variable);
  }

  private Found usual(List<Path> files) {
    String variable = around.variable("KUBECONFIG");
    List<Kubeconfig> all = new ArrayList<>();
    List<String> tried = new ArrayList<>();
    for (Path file : files) {
      try {
        all.add(Kubeconfig.read(file));
        tried.add(file.toString());
      } catch (NoSuchFileException e) {
        tried.add(file + " (not there)");
      } catch (IOException e) {
        throw new ConfigException("cannot read the kubeconfig " + file + Reasons.of(e), e);
      }
    }
    return new Found(
        Kubeconfig.merged(all),
        (variable.isEmpty() ? "" : "$KUBECONFIG: ") + String.join(", ", tried));
  }

  private static List<Path> split(String variable) {
    Set<String> names = new LinkedHashSet<>(List.of(variable.split(File.pathSeparator)));
    names.remove("");
    return names.stream().map(Path::of).toList();
  }

  private static Selection select(Kubeconfig from, @Nullable String wanted, String tried) {
    String name = wanted != null ? wanted : from.currentContext();
    String key = name == null ? "" : name; // the empty name is a name too, as for kubectl
    Kubeconfig.ContextEntry context = from.contexts().get(key);
    if (context == null && name != null) {
      throw new ConfigException(
          "there is no context '" + name + "' in " + tried + "; " + known(from));
    }
    Kubeconfig.ContextEntry used = context != null ? context : Kubeconfig.ContextEntry.NONE;
    return new Selection(name, used, from.clusters().get(used.cluster()), from);
  }

  private static String known(Kubeconfig from) {
    return from.contexts().isEmpty()
        ? "it has none"
        : "choose one of " + String.join(", ", from.contexts().keySet());
  }

  /// What a context stands for.
  private record Selection(
      @Nullable String name,
      Kubeconfig.ContextEntry context,
      @Nullable ClusterEntry cluster,
      Kubeconfig from) {

    /// Why there is no cluster to connect to.
    String problem(String tried) {
      if (name != null) {
        String wanted = context.cluster();
        return wanted.isEmpty()
            ? place() + " names no cluster; add the field cluster to it"
            : place() + " names the cluster '" + wanted + "', which is not there";
      }
      if (from.contexts().isEmpty()) {
        return "there is no cluster in " + tried;
      }
      return "there is no current-context in "
          + tried
          + "; "
          + known(from)
          + " with --context, or with: kubectl config use-context NAME";
    }

    String place() {
      return "context '" + name + "' of " + context.origin();
    }

    /// The configuration; null if there is no cluster in it.
    ClientConfig.@Nullable Builder builder() {
      if (cluster == null) {
        return null;
      }
      String namespace = context.namespace();
      ClientConfig.Builder builder =
          ClientConfig.builder()
              .source(name, place())
              .namespace(namespace == null ? "default" : namespace);
      cluster.configure(builder);
      return builder.identity(user().identity(cluster));
    }

    private UserEntry user() {
      UserEntry user = from.users().get(context.user());
      if (user == null && !context.user().isEmpty()) {
        throw new ConfigException(
            place() + " names the user '" + context.user() + "', which is not there");
      }
      return user == null ? UserEntry.ANONYMOUS : user;
    }
  }
}
