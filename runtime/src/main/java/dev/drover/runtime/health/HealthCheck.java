package dev.drover.runtime.health;

/// Says whether something is well.
///
/// ```java
/// HealthCheck database = () -> {
///   try (var connection = pool.getConnection()) {
///     connection.createStatement().execute("select 1");
///   }
/// };
/// ManagerOptions.defaults().with(o -> o.health(8081).readyCheck("database", database));
/// ```
///
/// In Go: {@index healthz.Checker}.
@FunctionalInterface
public interface HealthCheck {
  /// Always well, which shows that the process answers at all.
  ///
  /// In Go: {@index healthz.Ping}.
  HealthCheck PING = () -> {};

  /// Returns when it is well.
  ///
  /// @throws Exception when it is not; the reason goes to the log, the response says only that it
  ///   failed
  void check() throws Exception;
}
