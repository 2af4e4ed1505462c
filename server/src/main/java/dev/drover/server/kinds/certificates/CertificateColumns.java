package dev.drover.server.kinds.certificates;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Ages;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Printer columns of certificate signing requests and trust bundles.
final class CertificateColumns {
  private CertificateColumns() {}

  static List<Column> signingRequest() {
    return List.of(
        name(),
        age(),
        text("SignerName", Cells.filledOr("spec.signerName", Cells.NONE)),
        text("Requestor", Cells.text("spec.username")),
        text("RequestedDuration", CertificateColumns::requestedDuration),
        text("Condition", CertificateColumns::requestCondition));
  }

  private static String requestedDuration(TreeNode request) {
    TreeNode spec = request.at("spec");
    return spec.has("expirationSeconds")
        ? Ages.of(Duration.ofSeconds(spec.number("expirationSeconds", 0)))
        : Cells.NONE;
  }

  private static String requestCondition(TreeNode request) {
    Set<String> types =
        request.at("status").items("conditions").stream()
            .map(condition -> condition.text("type"))
            .collect(Collectors.toSet());
    String decision = types.contains("Approved") ? "Approved" : "Pending";
    return (types.contains("Denied") ? "Denied" : decision)
        + (types.contains("Failed") ? ",Failed" : "")
        + (request.at("status").text("certificate").isEmpty() ? "" : ",Issued");
  }

  static List<Column> trustBundle() {
    return List.of(name(), text("SignerName", Cells.filledOr("spec.signerName", Cells.NONE)));
  }
}
