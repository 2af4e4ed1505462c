package dev.drover.server.auth;

import dev.drover.api.text.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.CreateOnlyResource;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserTree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// TokenReview: the user of a token.
final class TokenReviews implements CreateOnlyResource {
  // kube-apiserver first tries a token that only it knows.
  private static final String NOT_OURS = "invalid bearer token";

  private final BearerTokens tokens;

  TokenReviews(BearerTokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public Map<String, @Nullable Object> create(Call call, Resource resource, TreeNode review) {
    TreeNode spec = review.at("spec");
    if (spec.text("token").isEmpty()) {
      throw ApiError.badRequest("token is required for TokenReview in authentication");
    }
    List<String> audiences = spec.texts("audiences");
    TokenResult result =
        tokens.check(
            spec.text("token"),
            audiences.isEmpty() ? ServiceAccountTokens.API_AUDIENCES : audiences);
    review.remove("status");
    TreeNode status = review.orCreate("status");
    switch (result) {
      case TokenResult.Good(var user, var granted) -> {
        status.set("authenticated", true);
        status.set("user", UserTree.of(user));
        status.set("audiences", granted);
      }
      case TokenResult.Unknown() -> refuse(status, NOT_OURS);
      case TokenResult.Bad(var problem) ->
          refuse(status, GoText.aggregate(List.of(NOT_OURS, problem)));
    }
    return review.map();
  }

  private static void refuse(TreeNode status, String error) {
    status.orCreate("user");
    status.set("error", error);
  }
}
