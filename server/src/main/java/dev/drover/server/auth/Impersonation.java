package dev.drover.server.auth;

import dev.drover.api.Names;
import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.server.auth.Authorizer.Decision;
import dev.drover.server.core.ActingUser;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import dev.drover.server.validation.StringFormats.Format;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Lets authorized users make a request as another user, by the headers `Impersonate-User`,
/// `-Group`, `-Uid` and `-Extra-*`.
///
/// There are several ways to be allowed to; the first that succeeds counts, and when none does, the
/// response says why the first one did not. Each requestor's last success is tried first. All but
/// the last are *constrained*: they ask for the verb `impersonate-on:<way>:<verb>` on what is
/// requested, and for `impersonate:<way>` on the user.
///
/// | way | for whom |
/// |---|---|
/// | `associated-node` | service accounts, for the node that their token is bound to |
/// | `arbitrary-node` | any node |
/// | `serviceaccount` | service accounts |
/// | `user-info` | all others, with groups, uid and extra |
/// | the old one | everyone; asks for the verb `impersonate` only |
///
/// In Go: `impersonation.WithConstrainedImpersonation`.
public final class Impersonation {
  private static final String HEADER_USER = "impersonate-user";
  private static final String HEADER_UID = "impersonate-uid";
  private static final String HEADER_GROUP = "impersonate-group";
  private static final String HEADER_EXTRA = "impersonate-extra-";

  private static final int MANY = 4;
  private static final String AUTHENTICATION_GROUP = "authentication.k8s.io";
  private static final String NODE_PREFIX = "system:node:";
  private static final String NODE_NAME_KEY = "authentication.kubernetes.io/node-name";

  private static final Format PATH = new Format("Invalid path", "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

  private final Authorizer authorizer;
  private final LookupCache<String, Mode> lastMode = new LookupCache<>();

  public Impersonation(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  /// For whom a request is to be made: whom the headers name, else the requestor.
  ///
  /// @param headers by lower-case name
  /// @throws ApiError 403 when the requestor may not, 400 when the headers name no user
  public ActingUser impersonated(
      UserInfo requestor, RequestInfo request, Map<String, List<String>> headers) {
    Optional<UserInfo> wanted = wanted(headers);
    return wanted.isEmpty()
        ? new ActingUser(requestor, "")
        : impersonated(requestor, request, wanted.get());
  }

  private ActingUser impersonated(UserInfo requestor, RequestInfo request, UserInfo wanted) {
    ApiError first = null;
    for (Mode mode : modes(requestor)) {
      if (mode.isFor(wanted, requestor)) {
        try {
          UserInfo user = new Check(mode, requestor, wanted).run(request);
          lastMode.put(requestor.name(), mode);
          return new ActingUser(user, mode.isConstrained() ? mode.verb() : "");
        } catch (ApiError e) {
          first = first == null ? e : first;
        }
      }
    }
    throw first == null ? ApiError.internal("no way to impersonate applies") : first;
  }

  /// All ways; the one by which the requestor succeeded last comes first.
  private List<Mode> modes(UserInfo requestor) {
    List<Mode> modes = new ArrayList<>(List.of(Mode.values()));
    Mode last = lastMode.get(requestor.name());
    if (last != null) {
      modes.remove(last);
      modes.addFirst(last);
    }
    return modes;
  }

  private static Optional<UserInfo> wanted(Map<String, List<String>> headers) {
    String name = headers.getOrDefault(HEADER_USER, List.of("")).getFirst();
    String uid = headers.getOrDefault(HEADER_UID, List.of("")).getFirst();
    List<String> groups = headers.getOrDefault(HEADER_GROUP, List.of());
    Map<String, List<String>> extra = new TreeMap<>();
    headers.forEach(
        (header, values) -> {
          if (header.startsWith(HEADER_EXTRA)) {
            extra.put(unescaped(header.substring(HEADER_EXTRA.length())), values);
          }
        });
    if (!name.isEmpty()) {
      return Optional.of(new UserInfo(name, uid, groups, extra));
    }
    if (!uid.isEmpty() || !groups.isEmpty() || !extra.isEmpty()) {
      throw ApiError.badRequest(
          "requested " + inGo(uid, groups, extra) + " without impersonating a user name");
    }
    return Optional.empty();
  }

  /// The key of an extra value, which may hold characters that no header's name may.
  private static String unescaped(String key) {
    try {
      return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return key; // as Go does: better a strange key than none
    }
  }

  /// Go prints the user as a literal of its type.
  private static String inGo(String uid, List<String> groups, Map<String, List<String>> extra) {
    String extras =
        extra.entrySet().stream()
            .map(e -> GoText.quote(e.getKey()) + ":" + strings(e.getValue()))
            .collect(Collectors.joining(", ", "{", "}"));
    return "&user.DefaultInfo{Name:\"\", UID:%s, Groups:%s, Extra:map[string][]string%s}"
        .formatted(
            GoText.quote(uid),
            groups.isEmpty() ? "[]string(nil)" : strings(groups),
            extra.isEmpty() ? "(nil)" : extras);
  }

  private static String strings(List<String> values) {
    return values.stream().map(GoText::quote).collect(Collectors.joining(", ", "[]string{", "}"));
  }

  /// In Go: `validation.IsDomainPrefixedPath`.
  private static List<FieldError> domainPrefixedPath(FieldPath field, String value) {
    String[] parts = value.split("/", 2);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      return List.of(
          FieldError.invalid(
              field, value, "must be a domain-prefixed path (such as \"acme.io/foo\")"));
    }
    List<FieldError> errors = new ArrayList<>();
    for (String problem : Names.dnsSubdomain(parts[0])) {
      errors.add(FieldError.invalid(field, parts[0], problem));
    }
    for (String problem : PATH.complaints(parts[1])) {
      errors.add(FieldError.invalid(field, parts[1], problem));
    }
    return errors;
  }

  private static Optional<String> nodeOf(String username) {
    return Optional.of(username)
        .filter(name -> name.startsWith(NODE_PREFIX))
        .map(name -> name.substring(NODE_PREFIX.length()))
        .filter(name -> Names.dnsSubdomain(name).isEmpty());
  }

  /// A way to be allowed to impersonate; in the order in which they are tried.
  private enum Mode {
    ASSOCIATED_NODE("associated-node"),
    ARBITRARY_NODE("arbitrary-node"),
    SERVICE_ACCOUNT("serviceaccount"),
    USER_INFO("user-info"),
    UNCONSTRAINED(null);

    private final @Nullable String text;

    Mode(@Nullable String text) {
      this.text = text;
    }

    boolean isFor(UserInfo wanted, UserInfo requestor) {
      boolean isServiceAccount = ServiceAccountName.ofUser(wanted.name()).isPresent();
      Optional<String> node = nodeOf(wanted.name());
      boolean isNameOnly =
          wanted.uid().isEmpty() && wanted.groups().isEmpty() && wanted.extra().isEmpty();
      return switch (this) {
        case ASSOCIATED_NODE ->
            isNameOnly
                && node.isPresent()
                && ServiceAccountName.ofUser(requestor.name()).isPresent()
                && List.of(node.get()).equals(requestor.extra().get(NODE_NAME_KEY));
        case ARBITRARY_NODE -> isNameOnly && node.isPresent();
        case SERVICE_ACCOUNT -> isNameOnly && isServiceAccount;
        case USER_INFO -> !isServiceAccount && node.isEmpty();
        case UNCONSTRAINED -> true;
      };
    }

    boolean isConstrained() {
      return text != null;
    }

    String verb() {
      return text == null ? "impersonate" : "impersonate:" + text;
    }

    /// The group of the resources `users`, `groups`, `serviceaccounts` and `nodes`.
    String group() {
      return isConstrained() ? AUTHENTICATION_GROUP : "";
    }
  }

  /// One way, tried for one request.
  private final class Check {
    private final Mode mode;
    private final UserInfo requestor;
    private final UserInfo wanted;

    Check(Mode mode, UserInfo requestor, UserInfo wanted) {
      this.mode = mode;
      this.requestor = requestor;
      this.wanted = wanted;
    }

    UserInfo run(RequestInfo request) {
      if (mode.isConstrained()) {
        require(request.withVerb("impersonate-on:" + mode.text + ":" + request.verb()));
      }
      List<String> groups = requireName();
      if (!wanted.uid().isEmpty()) {
        require(attributes(AUTHENTICATION_GROUP, "uids", "", wanted.uid()));
      }
      requireGroups();
      requireExtra();
      return new UserInfo(wanted.name(), wanted.uid(), withKnownGroup(groups), wanted.extra());
    }

    /// The groups of the user, which those of nodes and service accounts follow from the name.
    private List<String> requireName() {
      Optional<String> node = mode.isConstrained() ? nodeOf(wanted.name()) : Optional.empty();
      if (node.isPresent()) {
        boolean any = mode == Mode.ASSOCIATED_NODE; // it is the right node, whatever its name
        require(attributes(mode.group(), "nodes", "", any ? PolicyRule.ALL : node.get()));
        return List.of("system:nodes");
      }
      Optional<ServiceAccountName> account = ServiceAccountName.ofUser(wanted.name());
      if (account.isPresent()) {
        var name = account.get();
        require(inNamespace(mode.group(), "serviceaccounts", name.namespace(), name.name()));
        return wanted.groups().isEmpty() ? name.groups() : wanted.groups();
      }
      require(attributes(mode.group(), "users", "", wanted.name()));
      return wanted.groups();
    }

    private void requireGroups() {
      if (mode.isConstrained()) {
        if (wanted.groups().contains("")) {
          throw refused("groups", "", "impersonating the empty string group is not allowed");
        }
        if (wanted.groups().contains(UserInfo.MASTERS_GROUP)) {
          throw refused(
              "groups",
              UserInfo.MASTERS_GROUP,
              "impersonating the system:masters group is not allowed");
        }
      }
      if (wanted.groups().size() >= MANY && mayAll("groups", "")) {
        return;
      }
      for (String group : wanted.groups()) {
        require(attributes(mode.group(), "groups", "", group));
      }
    }

    private void requireExtra() {
      if (mode.isConstrained()) {
        problemOfExtra()
            .ifPresent(
                problem -> {
                  throw refused("userextras", "", problem);
                });
      }
      int values = wanted.extra().values().stream().mapToInt(List::size).sum();
      if (values >= MANY && mayAll("userextras", PolicyRule.ALL)) {
        return;
      }
      wanted
          .extra()
          .forEach(
              (key, all) -> {
                for (String value : all) {
                  require(attributes(AUTHENTICATION_GROUP, "userextras", key, value));
                }
              });
    }

    private Optional<String> problemOfExtra() {
      for (var entry : wanted.extra().entrySet()) {
        if (entry.getKey().isEmpty()) {
          return Optional.of("impersonating the empty string key in extra is not allowed");
        }
        List<FieldError> errors = domainPrefixedPath(FieldPath.of("extra", "key"), entry.getKey());
        if (!errors.isEmpty()) {
          return Optional.of(
              "impersonating an invalid key in extra is not allowed: "
                  + GoText.aggregate(errors.stream().map(FieldError::message).toList()));
        }
        if (entry.getValue().contains("")) {
          return Optional.of("impersonating the empty string value in extra is not allowed");
        }
      }
      return Optional.empty();
    }

    private List<String> withKnownGroup(List<String> groups) {
      boolean isAnonymous = wanted.name().equals(UserInfo.ANONYMOUS);
      String known = isAnonymous ? UserInfo.UNAUTHENTICATED_GROUP : UserInfo.AUTHENTICATED_GROUP;
      if (groups.contains(known) || groups.contains(UserInfo.UNAUTHENTICATED_GROUP)) {
        return groups;
      }
      List<String> more = new ArrayList<>(groups);
      more.add(known);
      return more;
    }

    /// Whether one right, on the name `*`, stands for all; asked only when there are many.
    private boolean mayAll(String resource, String subresource) {
      RequestInfo all = attributes(AUTHENTICATION_GROUP, resource, subresource, PolicyRule.ALL);
      return mode.isConstrained() && authorizer.decide(requestor, all).isAllowed();
    }

    private void require(RequestInfo attributes) {
      Decision decision = authorizer.decide(requestor, attributes);
      if (!decision.isAllowed()) {
        throw Authorizer.forbidden(requestor, attributes, decision.reason());
      }
    }

    private ApiError refused(String resource, String name, String reason) {
      return Authorizer.forbidden(
          requestor, attributes(AUTHENTICATION_GROUP, resource, "", name), reason);
    }

    private RequestInfo attributes(String group, String resource, String subresource, String name) {
      return RequestInfo.onResource(mode.verb(), group, "v1", "", resource, subresource, name);
    }

    private RequestInfo inNamespace(String group, String resource, String namespace, String name) {
      return RequestInfo.onResource(mode.verb(), group, "v1", namespace, resource, "", name);
    }
  }
}
