package dev.drover.cel;

/// Decides what a user may do: the value of the variable `authorizer`.
///
/// ```java
/// environment.withAuthorizer().compile("authorizer.group('').resource('pods').check('get').allowed()");
/// ```
///
/// In Go: `library.Authz`.
public interface CelAuthorizer {
  /// A question.
  ///
  /// @param path of a request that is not about a resource; empty for resources
  /// @param verb such as `get`
  /// @param fieldSelector may be empty, like all that follows the verb
  record Check(
      String path,
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String fieldSelector,
      String labelSelector) {}

  /// An answer.
  ///
  /// @param reason may be empty
  /// @param error empty if there was none
  record Decision(boolean allowed, String reason, String error) {}

  /// Whether the user may do it.
  Decision decide(Check check);

  /// The same questions about a service account.
  CelAuthorizer serviceAccount(String namespace, String name);
}
