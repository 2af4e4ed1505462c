package dev.drover.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/// Extends managers that a program makes, without a change of the program: with observers, layers
/// and components. The console is one.
///
/// ```java
/// ManagerExtension audit = new ManagerExtension() {
///   @Override public ManagerOptions configure(String manager, ManagerOptions options) {
///     return options.with(o -> o.observer(options.observer().and(auditObserver)));
///   }
///   @Override public void connected(Manager manager) {
///     manager.add(Phase.ALWAYS, Component.of("audit", auditTask));
///   }
/// };
/// ManagerOptions.defaults().with(o -> o.extension(audit));
/// ```
///
/// Programs that cannot be changed get the extensions that the system property `drover.extensions`
/// names: a list of classes, separated by commas, which [ServiceLoader] has to find. `./drover run
/// --console` uses it.
public interface ManagerExtension {
  /// The options of a manager that is about to be made, with what the extension adds.
  default ManagerOptions configure(String manager, ManagerOptions options) {
    return options;
  }

  /// The manager was made; it has not started. An exception fails [Manager#connect].
  default void connected(Manager manager) {}

  /// Those of the options, then those that the system property names.
  ///
  /// @throws IllegalStateException if one that is named is not on the class path
  static List<ManagerExtension> of(ManagerOptions options) {
    List<ManagerExtension> all = new ArrayList<>(options.extensions());
    String named = System.getProperty("drover.extensions", "");
    if (!named.isEmpty()) {
      List<ServiceLoader.Provider<ManagerExtension>> found =
          ServiceLoader.load(ManagerExtension.class).stream().toList();
      for (String name : named.split(",", -1)) {
        all.add(
            found.stream()
                .filter(provider -> provider.type().getName().equals(name.strip()))
                .findFirst()
                .orElseThrow(
                    () ->
                        new IllegalStateException(
                            "the system property drover.extensions names "
                                + name
                                + ", which no service provider of the class path is"))
                .get());
      }
    }
    return List.copyOf(all);
  }
}
