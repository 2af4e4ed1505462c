package dev.drover.server.kinds.resource;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StoredObjects;
import java.util.List;

/// Checks requests for access to devices that are in use: allowed only in namespaces with the label
/// for it.
final class AdminAccess {
  private static final String LABEL = "resource.kubernetes.io/admin-access";

  private AdminAccess() {}

  /// Complains about an object that asks for it where it may not, once.
  ///
  /// @param path of the list
  static List<FieldError> check(
      TreeNode object, List<TreeNode> wishes, FieldPath path, StoredObjects others) {
    for (int i = 0; i < wishes.size(); i++) {
      if (wishes.get(i).isTrue("adminAccess")) {
        FieldPath place = path.index(i).child("adminAccess");
        return isMeantForIt(object.at("metadata").text("namespace"), others)
            ? List.of()
            : List.of(
                FieldError.forbidden(
                    place,
                    "admin access to devices requires the `"
                        + LABEL
                        + ": true` label on the containing namespace"));
      }
    }
    return List.of();
  }

  private static boolean isMeantForIt(String namespace, StoredObjects others) {
    return others
        .get("/namespaces", "", namespace)
        .map(tree -> TreeNode.copyOf(tree).at("metadata").at("labels").text(LABEL))
        .filter("true"::equals)
        .isPresent();
  }
}
