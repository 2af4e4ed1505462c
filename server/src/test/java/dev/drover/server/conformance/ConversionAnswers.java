package dev.drover.server.conformance;

import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;

/// The answers of conversion webhooks.
///
/// | path | answers |
/// |---|---|
/// | `/convert/ok` | all objects in the wanted version, `spec.converted` with it |
/// | `/convert/fail` | a failure with a message |
/// | `/convert/few` | no objects |
/// | `/convert/name` | objects with another name |
/// | `/convert/version` | objects in the version that they had |
/// | `/convert/uid` | the uid of another request |
/// | `/convert/silent` | a failure without a message |
final class ConversionAnswers {
  private ConversionAnswers() {}

  static String of(String[] path, TreeNode review) {
    TreeNode request = review.at("request");
    String how = path[1];
    List<Object> converted = new ArrayList<>();
    for (TreeNode object : request.items("objects")) {
      TreeNode copy = TreeNode.copyOf(object.map());
      String wanted = request.text("desiredAPIVersion");
      if (!how.equals("version")) {
        copy.set("apiVersion", wanted);
      }
      copy.orCreate("spec").set("converted", wanted.substring(wanted.indexOf('/') + 1));
      if (how.equals("name")) {
        copy.orCreate("metadata").set("name", "other");
      }
      if (how.equals("label")) {
        copy.orCreate("metadata").orCreate("labels").set("converted", "yes");
      }
      converted.add(copy.map());
    }
    TreeNode response =
        TreeNode.empty().set("uid", how.equals("uid") ? "other" : request.text("uid"));
    if (how.equals("fail") || how.equals("silent")) {
      response.orCreate("result").set("status", "Failed");
      if (how.equals("fail")) {
        response.at("result").set("message", "it does not convert");
      }
    } else {
      response.orCreate("result").set("status", "Success");
      response.set("convertedObjects", how.equals("few") ? List.of() : converted);
    }
    return RawExtension.ofTree(
            TreeNode.empty()
                .set("kind", "ConversionReview")
                .set("apiVersion", review.text("apiVersion"))
                .set("response", response.map())
                .map())
        .raw()
        .utf8();
  }
}
