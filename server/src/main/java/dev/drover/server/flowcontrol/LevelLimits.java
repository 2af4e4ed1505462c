package dev.drover.server.flowcontrol;

import dev.drover.schema.TreeNode;

/// The limits of a priority level.
///
/// @param isExempt whether there are none
/// @param seats how many requests are served at once
/// @param queues how many queues there are; 0 if requests do not wait
/// @param handSize of how many queues a flow may take the shortest
/// @param queueLength how many requests may wait in one queue
record LevelLimits(boolean isExempt, int seats, int queues, int handSize, int queueLength) {
  private static final long DEFAULT_SHARES = 30;

  /// The shares of a configuration in the seats of the server.
  static long shares(TreeNode configuration) {
    TreeNode spec = configuration.at("spec");
    return isExempt(spec)
        ? spec.at("exempt").number("nominalConcurrencyShares", 0)
        : spec.at("limited").number("nominalConcurrencyShares", DEFAULT_SHARES);
  }

  private static boolean isExempt(TreeNode spec) {
    return spec.text("type").equals("Exempt");
  }

  /// @param seats of the server
  /// @param shares of all levels
  static LevelLimits of(TreeNode configuration, int seats, long shares) {
    TreeNode spec = configuration.at("spec");
    TreeNode response = spec.at("limited").at("limitResponse");
    TreeNode queuing = response.at("queuing");
    long own = shares(configuration);
    boolean queues = response.text("type").equals("Queue");
    return new LevelLimits(
        isExempt(spec),
        shares == 0 ? 0 : (int) Math.ceil((double) seats * own / shares),
        queues ? (int) queuing.number("queues", 64) : 0,
        (int) queuing.number("handSize", 8),
        (int) queuing.number("queueLengthLimit", 50));
  }
}
